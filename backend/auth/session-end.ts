import type { Auth, Db } from './call.ts'

/**
 * SQL condition for a session that has ended: by itself, by its age, or by not being refreshed for too long (option `sessions`). For
 * queries that name their row of `auth.sessions` `session`; `daysAgo` asks whether it had ended by then.
 */
export function isOver(db: Db, { sessions }: Pick<Auth['options'], 'sessions'>, daysAgo = 0) {
	const { timeboxDays = null, inactivityDays = null } = sessions
	const then = db`(now() - make_interval(days => ${daysAgo}::int))`
	return db`coalesce(session.not_after <= ${then}, false)
		or coalesce(session.created_at <= ${then} - make_interval(days => ${timeboxDays}::int), false)
		or coalesce(greatest(session.created_at, session.refreshed_at at time zone 'utc')
			<= ${then} - make_interval(days => ${inactivityDays}::int), false)`
}
