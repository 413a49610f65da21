import { call } from '#app/lib/contracts.server.ts'
import { addDays } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { MOST_ROWS } from '#app/lib/whole-answers.ts'
import type { Appointment } from './appointment.ts'
import type { Location } from './appointments.queries.server.ts'
import { type ListFilters, orderOf, PAGE_SIZE } from './filters.ts'
import { appointmentListContract } from './list.contracts.ts'

/** One page of a list; `more`: there are more than `total`. */
export type AppointmentList = { rows: Appointment[]; total: number; more: boolean }

/** One page of a location's list in the order of its filters; staff get only their own appointments. */
export async function loadAppointments(
	client: Client,
	location: Location,
	filters: ListFilters,
	size = PAGE_SIZE,
): Promise<AppointmentList> {
	const midnight = (day: string) => instantOf(`${day}T00:00`, location.time_zone) ?? undefined
	return loadPage(client, {
		...{ p_location: location.id, p_text: filters.text, p_state: filters.state || undefined },
		p_employee: filters.person || undefined,
		p_from: filters.from ? midnight(filters.from) : undefined,
		p_to: filters.to ? midnight(addDays(filters.to, 1)) : undefined,
		...{ p_sort: orderOf(filters), p_page: filters.page, p_limit: size },
	})
}

/** All matching appointments in the same order, for a file. */
export async function loadAllAppointments(
	client: Client,
	location: Location,
	filters: ListFilters,
): Promise<Appointment[]> {
	const rows: Appointment[] = []
	for (let page = 1; ; page++) {
		const found = await loadAppointments(client, location, { ...filters, page }, MOST_ROWS)
		rows.push(...found.rows)
		if (found.rows.length < MOST_ROWS) return rows
	}
}

/** At most eight appointments that a text finds: coming ones first, soonest first, then past ones, latest first. */
export async function searchAppointments(
	client: Client,
	location: Location,
	text: string,
	now: Date,
): Promise<Appointment[]> {
	const wish = { p_location: location.id, p_text: text, p_limit: 8 }
	const at = now.toISOString()
	const [coming, past] = await Promise.all([
		loadPage(client, { ...wish, p_from: at, p_sort: 'time' }),
		loadPage(client, { ...wish, p_to: at, p_sort: '-time' }),
	])
	return [...coming.rows, ...past.rows].slice(0, 8)
}

async function loadPage(client: Client, wish: Record<string, unknown>): Promise<AppointmentList> {
	const list = invariantData(await call(client, 'list_appointments', appointmentListContract, wish))
	return { ...list, rows: list.rows.map((row) => ({ ...row, contact_phone: phoneText(row.contact_phone) })) }
}
