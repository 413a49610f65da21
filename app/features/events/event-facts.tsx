import { formatPrice } from '#app/lib/money.ts'
import styles from './event.module.css'
import { type Event, eventTime, takenText } from './event.ts'

type Props = { event: Event; person: string; room: string; zone: string }

/** What an event is, in a few lines. */
export function EventFacts({ event, person, room, zone }: Props) {
	const rows = {
		Zeit: eventTime(event, zone),
		Mit: [person, room].filter(Boolean).join(', '),
		Plätze: `${takenText(event)}${event.waiting > 0 ? `, ${event.waiting} auf der Warteliste` : ''}`,
		Preis: `${formatPrice(event.price_cents)} je Platz`,
		Leistung: event.title ? event.service_name : '',
	}
	return (
		<dl className={styles.facts}>
			{Object.entries(rows).map(([name, text]) =>
				text ? (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{text}</dd>
					</div>
				) : null,
			)}
		</dl>
	)
}
