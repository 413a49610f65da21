import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { State } from '#app/features/appointments/appointment.ts'
import { OPEN } from '#app/features/appointments/states.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { CardLink } from '#app/ui/customer-link.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import styles from './event.module.css'
import type { Participant } from './events.queries.server.ts'
import { Presence } from './presence-form.tsx'
import { isMarkable } from './presence.ts'

type Props = {
	participants: Participant[]
	markOf: (state: State) => ReactNode
	/** Whether the reader may cancel their bookings. */
	mayCancel: boolean
	/** The course has begun: it can be said who came. */
	begun: boolean
}

/** Who takes part, as a table that can be printed. */
export function Participants({ participants, markOf, mayCancel, begun }: Props) {
	const sees = useSeesContacts()
	const acts = mayCancel || (begun && participants.some(({ state }) => isMarkable(state)))
	return (
		<div className={styles.scroll}>
			<table className={styles.table}>
				<thead>
					<tr>
						{['Name', 'Plätze', 'Stand', 'Kontakt', 'Nachricht'].map((name) => (
							<th key={name} scope="col">
								{name}
							</th>
						))}
						{acts ? (
							<td className={styles.act}>
								<span className="visually-hidden">Aktion</span>
							</td>
						) : null}
					</tr>
				</thead>
				<tbody>
					{participants.map(({ id, card, name, seats, state, email, phone, note }) => (
						<tr key={id}>
							<th scope="row">
								<Link to={adminPaths.appointment(id)}>{name}</Link> <CardLink card={card} />
							</th>
							<td data-label="Plätze">{seats}</td>
							<td data-label="Stand">{markOf(state)}</td>
							<td data-label="Kontakt">
								{email ? <a href={`mailto:${email}`}>{email}</a> : null}
								{phone ? <PhoneLink phone={phone} /> : null}
								{email || phone ? null : sees ? '–' : <ContactHidden />}
							</td>
							<td data-label="Nachricht">{note || '–'}</td>
							{acts ? (
								<td className={styles.act}>
									{begun && isMarkable(state) ? <Presence {...{ id, name, state }} /> : null}
									{mayCancel && OPEN.includes(state) ? <CancelOne id={id} name={name} /> : null}
								</td>
							) : null}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

function CancelOne({ id, name }: { id: string; name: string }) {
	return (
		<Dialog label="Absagen" title={`${name} absagen?`} kind="plain">
			<p>Die Plätze werden frei und gehen an die Warteliste. Wer eine E-Mail-Adresse hat, wird benachrichtigt.</p>
			<Form method="post" preventScrollReset className={styles.ask}>
				<input type="hidden" name="id" value={id} />
				<TextArea name="reason" label="Grund" rows={2} maxLength={1000} optional />
				<Button name="intent" value="remove" kind="danger">
					Buchung absagen
				</Button>
			</Form>
		</Dialog>
	)
}
