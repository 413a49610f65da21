import { loadOffered, loadPeople, loadServices } from '#app/features/appointments/appointments.queries.server.ts'
import { CreateChoice } from '#app/features/calendar/create-choice.tsx'
import { shownBy } from '#app/features/calendar/shown-by.ts'
import { loadExplanation } from '#app/features/explain/explain.queries.server.ts'
import { Question } from '#app/features/explain/explain.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { SidePanel } from '#app/ui/side-panel.tsx'
import type { Route } from './+types/calendar-why.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

/** The place of the calendar that is asked about is `am`, `zeit` and `bei`, as for what is entered there. */
export async function loader({ context, request, url: { searchParams: query } }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const shown = shownBy({ searchParams: query })
	const person = [query.get('bei') ?? shown.person].find(isUuid)
	const [people, services, offered] = await Promise.all([
		loadPeople(client, location, member),
		loadServices(client, location),
		loadOffered(client, person),
	])
	const usual = services.find(({ id }) => offered.has(id)) ?? services[0]
	const day = query.get('am') ?? shown.tag ?? localDate(new Date(), location.time_zone)
	const asked = new URLSearchParams({
		...{ tag: day, warum: query.get('zeit') ?? '' },
		leistung: query.get('leistung') ?? usual?.id ?? '',
	})
	return {
		explanation: await loadExplanation(client, location, asked, day, person),
		people: { all: people.filter(({ active }) => active).map(({ id, name }) => ({ id, name })), chosen: person ?? '' },
		...{ services, shown, back: adminPaths.calendar(shown) },
		...{ location: location.id, zone: location.time_zone, manages: member.mayManage },
	}
}

/** Why customers do not find a time, beside the calendar. */
export default function CalendarWhyPage({ loaderData }: Route.ComponentProps) {
	const { shown, back, ...question } = loaderData
	const title = 'Warum fehlt diese Zeit?'
	return (
		<SidePanel id="warum" label={title} back={back}>
			<ButtonLink to={back} kind="plain" preventScrollReset aria-label={`${title} Schließen`}>
				Schließen
			</ButtonLink>
			<CreateChoice chosen="why" />
			<h1 tabIndex={-1}>{title}</h1>
			<Question
				{...question}
				action={adminPaths.whyInCalendar()}
				hidden={Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))}
				names={{ day: 'am', time: 'zeit' }}
				hrefFor={(id) => adminPaths.inCalendar(id, shown)}
			/>
		</SidePanel>
	)
}
