import { Link } from 'react-router'
import { messageName } from '#app/features/appointments/texts.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { List } from '#app/ui/list.tsx'
import panel from '#app/ui/panel.module.css'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import type { ListedMessage } from './messages.contracts.ts'
import { CHANNEL_NAMES, reasonOf, STATE_WORDS } from './words.ts'

const WAITS = { icon: 'M8 3v5l3 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13', kind: 'quiet' } as const
const LOST = { icon: 'm4 4 8 8m0-8-8 8', kind: 'bad' } as const
const LOOKS: Record<ListedMessage['state'], { icon: string; kind: BadgeKind }> = {
	queued: WAITS,
	sending: WAITS,
	sent: { icon: 'm3.5 8.5 3 3 6-7', kind: 'good' },
	delivered: { icon: 'm1.500 8.500 3 3 6-7M8 11l.5.5 6-7', kind: 'good' },
	failed: LOST,
	bounced: LOST,
	skipped: { icon: 'M4 4l5 4-5 4zM12 4v8', kind: 'quiet' },
	unknown: { icon: 'M6 6a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1v.4M8 11.8v.1', kind: 'waiting' },
}

type Props = {
	messages: ListedMessage[]
	zone: string
	now: string
	/** The location that the admin shows; appointments of others are opened there. */
	location?: string
	sorting: { by: string; hrefFor: (by: string) => string }
}

/** Messages with their state, each with links to its appointment and the customer's card. */
export function MessageList({ messages, zone, now, location, sorting }: Props) {
	const at = (instant: string): string => formatSoon(instant, zone, now)
	const links = new Map(messages.map((message) => [message.id, linkOf(message, location)]))
	return (
		<List
			label="Nachrichten"
			rows={messages}
			idOf={({ id }) => id}
			nameOf={nameOf}
			hrefFor={(id) => links.get(id)}
			sorting={sorting}
			columns={[
				{ name: 'was', label: 'Nachricht', place: 'title', show: nameOf },
				{ name: 'an', label: 'An', look: 'wraps', show: Recipient },
				{
					name: 'zeit',
					label: 'Wann',
					sort: 'zeit',
					place: 'lead',
					show: ({ sent_at, created_at }) => at(sent_at ?? created_at),
				},
				{
					name: 'termin',
					label: 'Termin am',
					named: true,
					look: 'figures',
					show: ({ starts_at }) => (starts_at ? at(starts_at) : ''),
				},
				{ name: 'stand', label: 'Stand', place: 'corner', show: StateOf },
				{ name: 'grund', label: 'Warum', look: 'wraps', show: reasonOf },
			]}
		/>
	)
}

const nameOf = ({ kind, audience }: ListedMessage): string => messageName(kind, audience)

function linkOf({ appointment_id: id, location_id }: ListedMessage, location?: string): string | undefined {
	if (!id) return undefined
	return adminPaths.appointment(id, location_id === location ? {} : { standort: location_id ?? undefined })
}

function StateOf({ state }: ListedMessage) {
	return <Badge {...LOOKS[state]}>{STATE_WORDS[state]}</Badge>
}

function Recipient({ recipient, name, audience, channel, customer_id: card }: ListedMessage) {
	const way = `${CHANNEL_NAMES[channel] ?? channel} an ${recipient}`
	const sees = useSeesContacts()
	if (audience !== 'customer' || (!name && sees)) return way
	return (
		<>
			{card ? <Link to={adminPaths.customer(card)}>{name}</Link> : name}
			<br />
			{sees ? <span className={panel.soft}>{way}</span> : <ContactHidden />}
		</>
	)
}
