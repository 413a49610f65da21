import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon, localDate } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Outside } from './outside.contracts.ts'

type Props = {
	outside: Outside
	zone: string
	now: string
	/** Whether times have just been saved. */
	saved: boolean
	/** The location. */
	id: string
	/** Whether the calendar shows this location. */
	inCalendar: boolean
}

/** Names the appointments that lie outside of working time; saving times moves none of them. */
export function OutsideNotice({ outside: { total, first }, id: location, zone, now, saved, inCalendar }: Props) {
	if (total === 0) return null
	const more = total - first.length
	return (
		<Notice
			kind="warning"
			role={saved ? 'status' : undefined}
			title={
				total === 1
					? 'Ein Termin liegt außerhalb der Arbeitszeiten'
					: `${formatNumber(total)} Termine liegen außerhalb der Arbeitszeiten`
			}
		>
			<p>
				{total === 1
					? 'Er bleibt, wie er ist, bis Sie ihn verschieben oder absagen.'
					: 'Sie bleiben, wie sie sind, bis Sie sie verschieben oder absagen.'}
			</p>
			<ul>
				{first.map(({ id, event, starts_at, name, employee }) => {
					const words = `${formatSoon(starts_at, zone, now)}, ${name}`
					return (
						<li key={id}>
							<Link to={event ? adminPaths.event(id) : adminPaths.appointment(id)}>{words}</Link> bei {employee}
							{inCalendar ? (
								<>
									{' · '}
									<Link
										to={adminPaths.calendar({ tag: localDate(starts_at, zone) })}
										aria-label={`${words}: im Kalender`}
									>
										im Kalender
									</Link>
								</>
							) : null}
						</li>
					)
				})}
				{more > 0 ? (
					<li>
						<Link to={adminPaths.workingHours(location, { ausserhalb: 'alle' })} preventScrollReset>
							{more === 1 ? 'und ein weiterer' : `und ${formatNumber(more)} weitere`}
						</Link>
					</li>
				) : null}
			</ul>
		</Notice>
	)
}
