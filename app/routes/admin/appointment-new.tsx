import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { loadPeople, loadServices } from '#app/features/appointments/appointments.queries.server.ts'
import { CreateForm } from '#app/features/appointments/create-form.tsx'
import { submitCreate } from '#app/features/appointments/create.server.ts'
import { isId } from '#app/features/appointments/filters.ts'
import { localDate } from '#app/lib/dates.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { redirect } from '#app/lib/redirect.ts'
import type { Route } from './+types/appointment-new.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const [people, services] = await Promise.all([
		loadPeople(member.client, member.location, member),
		loadServices(member.client, member.location),
	])
	const today = localDate(new Date(), member.location.time_zone)
	const start = readTime(url.searchParams.get('zeit')).value
	const until = readTime(url.searchParams.get('bis')).value
	const person = url.searchParams.get('person') ?? ''
	return {
		people: people.filter(({ active }) => active),
		services,
		manager: member.role !== 'staff',
		today,
		key: randomUUID(),
		location: member.location.id,
		zone: member.location.time_zone,
		// The range that was drawn in the calendar.
		drawn: start && until ? `${start}–${until}` : '',
		given: {
			tag: readDate(url.searchParams.get('tag'), today).value || today,
			zeit: start,
			...(isId(person) ? { person } : {}),
		} as Record<string, string>,
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const answer = await submitCreate(await requireChosenLocation(context, request), await readForm(request))
	if ('id' in answer) return redirect(adminPaths.appointment(answer.id))
	return data(answer, { status: Object.keys(answer.errors).length > 0 ? 400 : 200 })
}

export default function AppointmentNewPage({ loaderData, actionData }: Route.ComponentProps) {
	const { people, services, manager, location, given, drawn } = loaderData
	return (
		<>
			<title>Neuer Termin · Zeitplatz</title>
			<h1>Neuer Termin</h1>
			{drawn ? <p>Aufgezogen: {drawn} Uhr. Wie lange der Termin dauert, sagen die Leistungen.</p> : null}
			{services.length === 0 || people.length === 0 ? (
				<>
					<p>Für einen Termin brauchen Sie mindestens eine Leistung und eine Person, die sie anbietet.</p>
					<ButtonLink to={adminPaths.services(location)}>Leistung anlegen</ButtonLink>
				</>
			) : (
				<CreateForm
					state={actionData ?? { values: given, services: [], errors: {} }}
					people={people}
					services={services}
					manager={manager}
					today={loaderData.today}
					zone={loaderData.zone}
					submissionKey={actionData?.values.key ?? loaderData.key}
				/>
			)}
		</>
	)
}
