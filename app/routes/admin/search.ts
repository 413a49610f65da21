import { data } from 'react-router'
import { customerName } from '#app/features/appointments/appointment.ts'
import { findCustomers } from '#app/features/appointments/find-customers.queries.server.ts'
import { STATE_NAMES } from '#app/features/appointments/texts.ts'
import { searchAppointments } from '#app/features/appointments/list.queries.server.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Route } from './+types/search.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

// The rest of the list is for appointments.
const MOST_CUSTOMERS = 4

/** Searches the customers whom the member may see and the location's appointments for the top bar; returns data. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const zone = location.time_zone
	const now = new Date()
	const text = (url.searchParams.get('q') ?? '').trim().slice(0, 80)
	const [people, rows] =
		text.length < 2
			? [[], []]
			: await Promise.all([findCustomers(client, location.id, text), searchAppointments(client, location, text, now)])
	const customers = people.flatMap(({ id, name, phone, email, last_visit, blocked, books_for }) => {
		const visit =
			last_visit && `${Date.parse(last_visit) > now.getTime() ? 'kommt' : 'zuletzt'} ${formatDate(last_visit, zone)}`
		const told = ['Kundenkarte', books_for && `bucht für ${books_for}`, phone || email, visit, blocked && 'gesperrt']
		// What was typed into an appointment has no card.
		return id ? [{ to: adminPaths.customer(id), label: name, detail: told.filter(Boolean).join(' · ') }] : []
	})
	const appointments = rows.map(({ id, contact_name, for_name, starts_at, state }) => ({
		to: adminPaths.appointment(id),
		label: customerName({ contact_name, for_name }),
		detail: `${formatDate(starts_at, zone)}, ${formatTime(starts_at, zone)} · ${STATE_NAMES[state]}`,
	}))
	const found = [...customers.slice(0, MOST_CUSTOMERS), ...appointments]
	return data({ text, found }, { headers: { 'cache-control': 'private, no-store' } })
}
