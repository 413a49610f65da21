import { data } from 'react-router'
import { customerName } from '#app/features/appointments/appointment.ts'
import { STATE_NAMES } from '#app/features/appointments/texts.ts'
import { searchAppointments } from '#app/features/appointments/list.queries.server.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Route } from './+types/search.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

/** Searches the location's appointments for the top bar; returns data. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const text = (url.searchParams.get('q') ?? '').trim().slice(0, 80)
	const rows = text.length < 2 ? [] : await searchAppointments(client, location, text, new Date())
	const found = rows.map(({ id, contact_name, for_name, starts_at, state }) => ({
		to: adminPaths.appointment(id),
		label: customerName({ contact_name, for_name }),
		detail: `${formatDate(starts_at, location.time_zone)}, ${formatTime(starts_at, location.time_zone)} · ${STATE_NAMES[state]}`,
	}))
	return data({ text, found }, { headers: { 'cache-control': 'private, no-store' } })
}
