import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { EventList } from '#app/features/events/event-list.tsx'
import { loadEvents } from '#app/features/events/events.queries.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { addDays, localDate } from '#app/lib/dates.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SavedMessage } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { Views } from '#app/ui/tabs.tsx'
import type { Route } from './+types/events.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

// A year of past ones, and all that can be entered.
const [BACK, AHEAD] = [365, 3 * 366]

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location, rights } = member
	const zone = location.time_zone
	const today = localDate(new Date(), zone)
	const past = url.searchParams.get('zeit') === 'vorbei'
	const [events, people] = await Promise.all([
		past
			? loadEvents(client, location, addDays(today, -BACK), addDays(today, -1))
			: loadEvents(client, location, today, addDays(today, AHEAD)),
		loadPeople(client, location, member),
	])
	return {
		past,
		zone,
		events: past ? events.toReversed() : events,
		people: people.map(({ id, name }) => ({ id, name })),
		mayEnter: rights.includes('book'),
	}
}

/** The group events of the location. */
export default function EventsPage({ loaderData }: Route.ComponentProps) {
	const { past, zone, events, people, mayEnter } = loaderData
	const enter = mayEnter ? <ButtonLink to={adminPaths.newEvent()}>Kurs anlegen</ButtonLink> : null
	return (
		<>
			<title>Kurse · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Kurse</h1>
				{events.length > 0 ? enter : null}
			</div>
			<SavedMessage />
			<Views
				label="Zeitraum"
				current={adminPaths.events(past ? { zeit: 'vorbei' } : {})}
				tabs={[
					{ to: adminPaths.events(), label: 'Kommende' },
					{ to: adminPaths.events({ zeit: 'vorbei' }), label: 'Vergangene' },
				]}
			/>
			{events.length > 0 ? (
				<EventList {...{ events, people, zone }} />
			) : (
				<EmptyState
					icon="people"
					what={past ? 'Im letzten Jahr gab es keine Kurse.' : 'Noch keine Kurse.'}
					how="Ein Kurs, Workshop oder eine Führung hat mehrere Plätze. Ihre Kund:innen buchen sie auf Ihrer Seite."
					action={past ? null : enter}
				/>
			)}
		</>
	)
}
