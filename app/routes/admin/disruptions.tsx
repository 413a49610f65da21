import { BeginForm } from '#app/features/disruptions/begin-form.tsx'
import { beginSchema } from '#app/features/disruptions/begin.form.ts'
import { DisruptionList } from '#app/features/disruptions/disruption-list.tsx'
import { beginDisruption, loadDisruptions } from '#app/features/disruptions/disruptions.server.ts'
import { whoOf } from '#app/features/disruptions/disruptions.ts'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { loadResources } from '#app/features/services/resources.server.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/disruptions.ts'
import { requireRearranging } from './disruption-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireRearranging(context, request)
	const { client, location } = member
	const now = new Date()
	const today = localDate(now, location.time_zone)
	const [disruptions, everybody, everything] = await Promise.all([
		loadDisruptions(client, location),
		loadPeople(client, location, member),
		loadResources(client, location.id),
	])
	const people = everybody.filter(({ active }) => active).map(({ id, name }) => ({ id, name }))
	const resources = everything.filter(({ active }) => active).map(({ id, name }) => ({ id, name }))
	const known = [...people.map(({ id }) => whoOf.person(id)), ...resources.map(({ id }) => whoOf.resource(id))]
	const asked = [
		whoOf.person(url.searchParams.get('person') ?? ''),
		whoOf.resource(url.searchParams.get('resource') ?? ''),
	]
	return {
		disruptions,
		people,
		resources,
		who: known.find((one) => asked.includes(one)) ?? known[0] ?? '',
		day: readDate(url.searchParams.get('tag'), today).value || today,
		today,
		now: now.toISOString(),
		zone: location.time_zone,
		location: location.id,
		mayManage: member.mayManage,
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, location } = await requireRearranging(context, request)
	const today = localDate(new Date(), location.time_zone)
	let made: string | undefined
	const answer = await submit(await readForm(request), beginSchema(today), adminPaths.disruptions(), async (typed) => {
		const { id, ...result } = await beginDisruption(client, location, typed)
		made = id
		return result
	})
	return made ? redirect(adminPaths.disruption(made)) : answer
}

/** Who is away, and the form for the next one. */
export default function DisruptionsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { disruptions, people, resources, who, day, today, now, zone, location, mayManage } = loaderData
	return (
		<>
			<title>Ausfälle · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Ausfälle</h1>
			</div>
			<div className={styles.stack}>
				{disruptions.length > 0 ? (
					<DisruptionList disruptions={disruptions} zone={zone} now={new Date(now)} />
				) : (
					<EmptyState
						icon="calendar"
						what="Niemand fällt aus."
						how={
							resources.length > 0
								? 'Ist jemand krank oder ein Raum nicht nutzbar, tragen Sie es hier ein: Alle Termine erscheinen mit anderen Zeiten.'
								: 'Ist jemand krank, tragen Sie es hier ein: Alle Termine der Person erscheinen mit anderen Zeiten.'
						}
						action={
							people.length > 0 ? (
								<ButtonLink to="#eintragen" kind="secondary">
									Ausfall eintragen
								</ButtonLink>
							) : (
								<ButtonLink to={adminPaths.employees(location)}>Team anlegen</ButtonLink>
							)
						}
					/>
				)}
				{people.length > 0 ? (
					<Panel id="eintragen" title={resources.length > 0 ? 'Ausfall eintragen' : 'Jemand fällt aus'}>
						<BeginForm
							{...{ people, resources, who, day, today }}
							mayClose={mayManage}
							reply={replyTo(actionData, 'begin')}
						/>
					</Panel>
				) : null}
			</div>
		</>
	)
}
