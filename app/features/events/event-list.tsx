import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { List } from '#app/ui/list.tsx'
import { type Event, eventName, eventTime, takenText } from './event.ts'

type Props = {
	events: Event[]
	people: { id: string; name: string }[]
	zone: string
	sorting: { by: string; hrefFor: (by: string) => string }
}

/** Events as a list, each with a link to its page. */
export function EventList({ events, people, zone, sorting }: Props) {
	return (
		<List
			label="Kurse"
			rows={events}
			idOf={({ id }) => id}
			nameOf={eventName}
			hrefFor={(id) => adminPaths.event(id)}
			sorting={sorting}
			columns={[
				{ name: 'name', label: 'Kurs', place: 'title', sort: 'name', show: eventName },
				{
					name: 'zeit',
					label: 'Zeit',
					place: 'lead',
					sort: 'zeit',
					look: 'figures',
					show: (event) => eventTime(event, zone),
				},
				{
					name: 'person',
					label: 'Mit',
					look: 'names',
					show: ({ employee_id }) => people.find(({ id }) => id === employee_id)?.name ?? '',
				},
				{ name: 'plaetze', label: 'Plätze', place: 'corner', sort: 'plaetze', look: 'figures', show: Seats },
				{
					name: 'preis',
					label: 'Preis',
					sort: 'preis',
					look: 'figures',
					show: (event) => formatPrice(event.price_cents),
				},
			]}
		/>
	)
}

function Seats(event: Event) {
	if (event.cancelled_at) return <Badge kind="bad">Abgesagt</Badge>
	const full = event.taken >= event.seats
	return (
		<Badge kind={full ? 'good' : 'quiet'}>
			{takenText(event)}
			{event.waiting > 0 ? `, ${event.waiting} warten` : ''}
		</Badge>
	)
}
