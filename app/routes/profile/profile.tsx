import { adoptGuestBookings } from '#app/features/accounts/guest-bookings.server.ts'
import { GuestBookings } from '#app/features/accounts/guest-bookings.tsx'
import { OwnAppointments } from '#app/features/accounts/own-appointments.tsx'
import { loadVisits } from '#app/features/accounts/profile.server.ts'
import styles from '#app/features/accounts/profile.module.css'
import type { Route } from './+types/profile.ts'

export const loader = ({ context }: Route.LoaderArgs) => loadVisits(context)

export const action = ({ context }: Route.ActionArgs) => adoptGuestBookings(context)

/** A signed-in person's own area: their bookings. */
export default function ProfilePage({ loaderData }: Route.ComponentProps) {
	const { name, email, appointments, guestBookings } = loaderData
	return (
		<>
			<title>Mein Bereich · Zeitplatz</title>
			<div>
				<h1>{name ? `Guten Tag, ${name}` : 'Mein Bereich'}</h1>
				<p className={styles.lead}>{email}</p>
			</div>
			<GuestBookings bookings={guestBookings} />
			<OwnAppointments {...appointments} />
		</>
	)
}
