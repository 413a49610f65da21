import { Form } from 'react-router'
import { formatSoon } from '#app/lib/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { CustomerName } from '#app/ui/customer-link.tsx'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import styles from './event.module.css'
import { seatsText } from './event.ts'
import type { Waiting } from './events.queries.server.ts'

/** Who waits for a seat, in order; seats that become free are offered to them by themselves. */
export function WaitingList({
	waiting,
	mayCancel,
	zone,
	now,
}: {
	waiting: Waiting[]
	mayCancel: boolean
	zone: string
	now: Date
}) {
	const sees = useSeesContacts()
	return (
		<ol className={styles.waiting}>
			{waiting.map(({ id, card, name, email, phone, seats, offered }) => (
				<li key={id}>
					<span>
						<strong>
							<CustomerName card={card}>{name}</CustomerName>
						</strong>
						, {seatsText(seats)}
						<span className={styles.soft}>
							{sees ? [email, phone].filter(Boolean).join(' · ') : <ContactHidden />}
							{offered ? ` · Platz angeboten bis ${formatSoon(offered, zone, now)}` : ''}
						</span>
					</span>
					{mayCancel ? (
						<Form method="post" preventScrollReset>
							<input type="hidden" name="id" value={id} />
							<Button name="intent" value="unwait" kind="plain">
								Streichen<span className="visually-hidden">: {name}</span>
							</Button>
						</Form>
					) : null}
				</li>
			))}
		</ol>
	)
}
