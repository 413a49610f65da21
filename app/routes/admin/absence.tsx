import type { RouterContextProvider } from 'react-router'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { AbsenceList, TouchedNotice } from '#app/features/disruptions/absences.tsx'
import { loadAbsences, loadTouched } from '#app/features/disruptions/absences.server.ts'
import { BeginForm } from '#app/features/disruptions/begin-form.tsx'
import { beginSchema } from '#app/features/disruptions/begin.form.ts'
import { beginDisruption } from '#app/features/disruptions/disruptions.server.ts'
import { whoOf } from '#app/features/disruptions/disruptions.ts'
import { spanText } from '#app/features/hours/exceptions.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Panel, replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/absence.ts'

/** A member at a location that lets the team enter absences. @throws Response 403; who enters those of everybody is sent to where that is done */
async function requireAllowed(context: Readonly<RouterContextProvider>, request: Request) {
	const { client, rights, company, location } = await requireMember(context, request)
	if (rights.includes('all_calendars') && rights.includes('move')) throw redirect(adminPaths.disruptions())
	invariantResponse(location?.staff_absence === 'allowed', 'Forbidden', 403)
	return { client, rights, companyId: company.id, location }
}

export async function loader({ context, request }: Route.LoaderArgs) {
	const member = await requireAllowed(context, request)
	const { client, location } = member
	const now = new Date()
	const today = localDate(now, location.time_zone)
	const people = (await loadPeople(client, location, { ...member, rights: [] })).filter(({ active }) => active)
	const person = people[0]?.id ?? ''
	const absences = person ? await loadAbsences(client, person, today) : []
	return {
		people: people.map(({ id, name }) => ({ id, name })),
		person,
		today,
		now: now.toISOString(),
		zone: location.time_zone,
		absences: absences.map(({ id, starts_at, ends_at, reason }) => ({
			id,
			reason,
			when: spanText(starts_at, ends_at),
		})),
		touched: person ? await loadTouched(client, location, { person, absences, now }) : [],
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, location } = await requireAllowed(context, request)
	const today = localDate(new Date(), location.time_zone)
	return submit(await readForm(request), beginSchema(today), adminPaths.absence(), (typed) =>
		beginDisruption(client, location, typed),
	)
}

/** One's own absences, and the form for the next one. */
export default function AbsencePage({ loaderData, actionData }: Route.ComponentProps) {
	const { people, person, today, absences, touched, zone, now } = loaderData
	return (
		<>
			<title>Meine Abwesenheit · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Meine Abwesenheit</h1>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				<TouchedNotice touched={touched} zone={zone} now={now} />
				{person ? (
					<Panel title="Abwesenheit eintragen">
						<BeginForm
							key={absences.length}
							{...{ people, today }}
							who={whoOf.person(person)}
							day={today}
							mayClose={false}
							label="Eintragen"
							reply={replyTo(actionData, 'begin')}
						/>
					</Panel>
				) : (
					<p>Ihr Konto gehört hier zu keiner Person des Teams. Die Leitung verbindet es unter „Team“.</p>
				)}
				{absences.length > 0 ? (
					<Panel title="Eingetragen">
						<AbsenceList absences={absences} />
						<p className={styles.soft}>Zurücknehmen kann sie die Leitung.</p>
					</Panel>
				) : null}
			</div>
		</>
	)
}
