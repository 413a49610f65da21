import type { RouterContextProvider } from 'react-router'
import { stateText, withdrawnText } from '#app/features/booking/texts.ts'
import { formatDate, formatTime, zoneSuffix } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'

/** `over`: why the booking does not take place. */
export type GuestBooking = { id: string; when: string; place: string; over?: string }

/** Bookings that were made as a guest with the account's confirmed mail address. */
export async function loadGuestBookings(client: Client): Promise<GuestBooking[]> {
	const rows = await allRows((from, to) =>
		client.rpc('own_guest_bookings').order('starts_at').order('id').range(from, to),
	)
	return rows.map(({ id, starts_at, location_name, city, time_zone, state, withdrawn }): GuestBooking => ({
		id,
		when: `${formatDate(starts_at, time_zone)}, ${formatTime(starts_at, time_zone)}${zoneSuffix(starts_at, time_zone)}`,
		place: [location_name, city].filter(Boolean).join(', '),
		over:
			state === 'cancelled' || state === 'declined'
				? (withdrawn ? withdrawnText(state) : stateText(state)).name
				: undefined,
	}))
}

/** Adds the guest bookings to the account. */
export async function adoptGuestBookings(context: Readonly<RouterContextProvider>): Promise<Response> {
	const taken = invariantData(await requireUser(context).client.rpc('adopt_guest_bookings'))
	return redirect(taken > 0 ? `${paths.profile()}?uebernommen=${taken}` : paths.profile())
}
