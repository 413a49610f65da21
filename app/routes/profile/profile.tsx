import { OwnAppointments } from '#app/features/accounts/own-appointments.tsx'
import { readVisits } from '#app/features/accounts/profile.server.ts'
import styles from '#app/features/accounts/profile.module.css'
import type { Route } from './+types/profile.ts'

export const loader = ({ context }: Route.LoaderArgs) => readVisits(context)

/** The own area of a signed-in person: what is booked. */
export default function ProfilePage({ loaderData }: Route.ComponentProps) {
	const { name, email, appointments } = loaderData
	return (
		<>
			<title>Mein Bereich · Zeitplatz</title>
			<div>
				<h1>{name ? `Guten Tag, ${name}` : 'Mein Bereich'}</h1>
				<p className={styles.lead}>{email}</p>
			</div>
			<OwnAppointments {...appointments} />
		</>
	)
}
