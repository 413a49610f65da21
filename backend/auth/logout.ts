import { audit } from './audit.ts'
import type { Handler } from './call.ts'
import { invalid } from './errors.ts'
import { endSessions, requireUser } from './sessions.ts'

/** POST /logout: ends all sessions of the user (`global`), this one (`local`) or all others (`others`). */
export const logout: Handler = async (call) => {
	const scope = call.url.searchParams.get('scope') || 'global'
	if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
	// A caller who knows only the password must not end sessions that have shown the second factor.
	const { user, session } = await requireUser(call, scope === 'local' ? { half: 'allowed' } : {})
	await call.auth.db.begin(async (db) => {
		await audit(db, call, 'logout', user, { scope })
		const which = scope === 'local' ? { only: session.id } : scope === 'others' ? { except: session.id } : {}
		await endSessions(db, user.id, which)
	})
	return new Response(null, { status: 204 })
}
