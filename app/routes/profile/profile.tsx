import { data, useSearchParams } from 'react-router'
import { adoptGuestBookings } from '#app/features/accounts/guest-bookings.server.ts'
import { GuestBookings } from '#app/features/accounts/guest-bookings.tsx'
import { ComingAppointments, PastAppointments } from '#app/features/accounts/own-appointments.tsx'
import { RebookCards } from '#app/features/accounts/rebook-cards.tsx'
import { loadVisits } from '#app/features/accounts/profile.server.ts'
import styles from '#app/features/accounts/profile.module.css'
import { loadOwnOrders } from '#app/features/orders/orders.server.ts'
import { OwnOrders } from '#app/features/orders/own-orders.tsx'
import { ownRows } from '#app/features/orders/own-rows.ts'
import { readId } from '#app/features/booking/choice.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { Failure, Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/profile.ts'

export async function loader({ context }: Route.LoaderArgs) {
	const visits = await loadVisits(context)
	return { ...visits, orders: ownRows(await loadOwnOrders(context)) }
}

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request)
	if (textOf(form, 'intent') !== 'withdraw') return adoptGuestBookings(context)
	const { client } = requireUser(context)
	const id = readId(form.get('id'))
	invariantResponse(id)
	const { error } = await client.rpc('withdraw_search_order', { p_order: id })
	if (error) return data({ message: errorMessage(error) }, { status: 409 })
	return redirect(`${paths.profile()}?beendet`, { status: 303 })
}

/** A signed-in person's own area: their bookings, and what they wait for. */
export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
	const [query] = useSearchParams()
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
			<Failure message={actionData && 'message' in actionData ? actionData.message : undefined} />
			{query.has('beendet') && !actionData ? (
				<Notice kind="success" role="status">
					<p>Das ist beendet. Dazu schreiben wir Ihnen nicht mehr.</p>
				</Notice>
			) : null}
			<OwnOrders rows={orders} />
			<RebookCards cards={appointments.again} />
			<PastAppointments past={appointments.past} />
		</>
	)
}
