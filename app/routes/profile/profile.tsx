import { adoptGuestBookings } from '#app/features/accounts/guest-bookings.server.ts'
import { GuestBookings } from '#app/features/accounts/guest-bookings.tsx'
import { ComingAppointments, PastAppointments } from '#app/features/accounts/own-appointments.tsx'
import { loadVisits } from '#app/features/accounts/profile.server.ts'
import styles from '#app/features/accounts/profile.module.css'
import { loadOwnOrders } from '#app/features/orders/orders.server.ts'
import { OwnOrders } from '#app/features/orders/own-orders.tsx'
import { ownRows } from '#app/features/orders/own-rows.ts'
import type { Route } from './+types/profile.ts'

export async function loader({ context }: Route.LoaderArgs) {
	const visits = await loadVisits(context)
	return { ...visits, orders: ownRows(await loadOwnOrders(context)) }
}

export const action = ({ context }: Route.ActionArgs) => adoptGuestBookings(context)

/** A signed-in person's own area: their bookings and search orders. */
export default function ProfilePage({ loaderData }: Route.ComponentProps) {
	const { name, email, appointments, guestBookings, orders } = loaderData
	return (
		<>
			<title>Mein Bereich · Zeitplatz</title>
			<div>
				<h1>{name ? `Guten Tag, ${name}` : 'Mein Bereich'}</h1>
				<p className={styles.lead}>{email}</p>
			</div>
			<GuestBookings bookings={guestBookings} />
			<ComingAppointments coming={appointments.coming} next={appointments.next} />
			<OwnOrders rows={orders} />
			<PastAppointments past={appointments.past} />
		</>
	)
}
