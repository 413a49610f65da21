import { Form, useSearchParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { GuestBooking } from './guest-bookings.server.ts'
import styles from './profile.module.css'

const SHOWN = 5

/** Offers to add bookings made as a guest with the same address; shows nothing when there are none. */
export function GuestBookings({ bookings }: { bookings: GuestBooking[] }) {
	const [query] = useSearchParams()
	if (bookings.length === 0) {
		return query.has('uebernommen') ? (
			<Notice kind="success" role="status">
				<p>Die Buchungen stehen jetzt in Ihrem Konto.</p>
			</Notice>
		) : null
	}
	const more = bookings.length - SHOWN
	return (
		<Notice title={bookings.length === 1 ? 'Diese Buchung übernehmen?' : 'Diese Buchungen übernehmen?'}>
			<p>Mit Ihrer Adresse wurde ohne Konto gebucht. Im Konto sehen und ändern Sie alles an einem Ort.</p>
			<ul className={styles.points}>
				{bookings.slice(0, SHOWN).map(({ id, when, place, over }) => (
					<li key={id}>
						<strong>{when}</strong>, {place}
						{over ? ` · ${over}` : ''}
					</li>
				))}
				{more > 0 ? <li>und {more} weitere</li> : null}
			</ul>
			<Form method="post">
				<Button kind="secondary">Übernehmen</Button>
			</Form>
		</Notice>
	)
}
