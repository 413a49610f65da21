import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { cellOf } from '#app/features/calendar/roster.ts'
import { loadRoster } from '#app/features/calendar/roster.queries.server.ts'
import { ShiftForm } from '#app/features/hours/shift-form.tsx'
import { loadShift, saveShift } from '#app/features/hours/shift.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatLongDate, localDate } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/shift.ts'
import { requireRearranging } from './disruption-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireRearranging(context, request)
	const { client, location } = member
	const now = new Date()
	const day = dayOf(url, localDate(now, location.time_zone))
	const people = await loadPeople(client, location, member)
	const person = people.find(({ id }) => id === url.searchParams.get('person'))
	invariantResponse(person)
	const roster = await loadRoster(client, location.id, { from: day, to: day })
	const row = roster.find(({ employee_id }) => employee_id === person.id)
	const cell = row && cellOf(row, location.time_zone, now.getTime())
	return {
		name: person.name,
		day,
		now: cell?.hours || (cell?.away ?? []).join(', ') || 'kein Arbeitstag',
		seen: (await loadShift(client, person.id, day)).standing,
		back: adminPaths.calendar({ tag: day }),
	}
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { client, location } = await requireRearranging(context, request)
	const zone = location.time_zone
	const day = dayOf(url, localDate(new Date(), zone))
	const person = url.searchParams.get('person') ?? ''
	return saveShift({ client, person, day, zone, back: adminPaths.calendar({ tag: day }) }, await readForm(request))
}

/** A refused form shows what the day is like now. */
export const shouldRevalidate = (): boolean => true

/** The day of the address, otherwise today's date at the location. */
function dayOf(url: URL, today: string): string {
	return readDate(url.searchParams.get('tag'), today).value || today
}

/** One person's shift of one day. */
export default function ShiftPage({ loaderData, actionData }: Route.ComponentProps) {
	const { name, day, now, seen, back } = loaderData
	const page = useAnswerFocus<HTMLDivElement>(actionData)
	return (
		<div ref={page}>
			<title>Schicht ändern · Zeitplatz</title>
			<div className={styles.head}>
				<h1 tabIndex={-1}>Schicht ändern</h1>
				<ButtonLink to={back} kind="plain">
					Zum Kalender
				</ButtonLink>
			</div>
			<div className={styles.stack}>
				<Panel title={`${name}, ${formatLongDate(`${day}T12:00:00Z`, 'UTC')}`}>
					<p>Jetzt: {now}</p>
					<ShiftForm reply={actionData?.reply} {...{ seen, back }} />
				</Panel>
			</div>
		</div>
	)
}
