import type { Right } from '#app/features/members/rights.ts'
import type { AdminLocation } from '#app/features/company/company.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { ACTION_RIGHTS, MEMBER_ACTIONS } from './states.ts'
import { loadForEdit, loadPeople, loadServices } from './appointments.queries.server.ts'
import { EDIT_LABELS } from './edit.form.ts'
import { editTyped } from './edit.server.ts'
import { roomsContract } from './rooms.contracts.ts'

type Member = { client: Client; rights: readonly Right[]; companyId: string; location: AdminLocation }

/** The data of the form for an appointment. @throws Response 404 */
export async function loadEdit(member: Member, id: string) {
	const { client, location, rights } = member
	const [found, everybody, active, offers, rooms] = await Promise.all([
		loadForEdit(client, location, id),
		loadPeople(client, location, member),
		loadServices(client, location),
		loadOffers(client, location),
		call(client, 'rooms_for_appointment', roomsContract, { p_appointment: id }).then(invariantData),
	])
	const { appointment } = found
	const lines = appointment.lines
	const people = everybody.filter((one) => one.active || lines.some(({ employee_id }) => employee_id === one.id))
	// A service that is no longer offered can stay.
	const former = lines
		.filter(({ service_id }) => !active.some(({ id: known }) => known === service_id))
		.map((line) => ({
			id: line.service_id,
			name: line.service_name,
			duration_minutes: 0,
			price_cents: line.price_cents,
			addon: false,
		}))
	const actions: readonly string[] = MEMBER_ACTIONS[appointment.state]
	const may = (right: Right | undefined): boolean => !right || rights.includes(right)
	return {
		typed: editTyped(found),
		labels: EDIT_LABELS,
		people: people.map(({ id: person, name }) => ({ id: person, name })),
		services: [...new Map([...active, ...former].map((service) => [service.id, service])).values()],
		offers,
		rooms,
		// Seats have the time of their event.
		mayMove: actions.includes('change') && may(ACTION_RIGHTS.change) && !lines.some(({ event_id }) => event_id),
		mayPrice: may('appointment_price'),
	}
}

export type EditData = Awaited<ReturnType<typeof loadEdit>>

/** People's own lengths and prices. */
async function loadOffers(client: Client, location: { id: string }) {
	return allRows((from, to) =>
		client
			.from('employee_services')
			.select('employee_id, service_id, duration_minutes, price_cents')
			.eq('location_id', location.id)
			.order('employee_id')
			.order('service_id')
			.range(from, to),
	)
}
