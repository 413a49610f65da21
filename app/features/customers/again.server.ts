import { randomUUID } from 'node:crypto'
import { createAppointment } from '#app/features/appointments/appointments.commands.server.ts'
import { loadNextStarts, loadPeople, type Location } from '#app/features/appointments/appointments.queries.server.ts'
import { BOOKED } from '#app/features/appointments/states.ts'
import type { Right } from '#app/features/members/rights.ts'
import { addDays, formatSoon, localDate, localTime } from '#app/lib/dates.ts'
import type { CodedError } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { CustomerPage } from './customers.queries.server.ts'
import { rhythmOf } from './facts.ts'
import { peopleOf, servicesOf } from './history.ts'

type Visit = CustomerPage['visits'][number]
type Member = { client: Client; company: { id: string }; rights: readonly Right[]; locations: Location[] }

/** What a customer had last, and free times at which they can have it again; `key` makes a repeated submission do nothing. */
export type Again = {
	visit: string
	services: string
	/** With whom; "" for whoever is free. */
	person: string
	free: { start: string; label: string; key: string }[]
}

/** The last visit that the member can book again, with the next free time and one at the customer's usual distance; null without one. */
export async function loadAgain(member: Member, page: CustomerPage, now: Date): Promise<Again | null> {
	const { client, rights, locations } = member
	const visit = page.visits.find((one) => isRepeatable(one, now) && locations.some(({ id }) => id === one.location_id))
	const location = locations.find(({ id }) => id === visit?.location_id)
	if (!visit || !location || !rights.includes('book')) return null
	const { services, person } = wishOf(visit)
	const people = await loadPeople(client, location, { rights, companyId: member.company.id })
	const free = (whom: string, from: string) => loadNextStarts(client, location, { services, person: whom, from })
	const begin = now.toISOString()
	const asked = people.some(({ id, active }) => id === person && active) ? person : ''
	// Staff book for themselves.
	if (!asked && !rights.includes('all_calendars')) return null
	const [first] = await free(asked, begin)
	const later = first ? await free(asked, laterThan(first.starts_at, page, location)) : []
	const starts = [first, later.find(({ starts_at }) => starts_at !== first?.starts_at)]
	return {
		...{ visit: visit.id, services: servicesOf(visit), person: asked ? peopleOf(visit) : '' },
		free: starts.flatMap((start) => (start ? [choiceOf(start.starts_at, location, now)] : [])),
	}
}

const choiceOf = (startsAt: string, { time_zone }: Location, now: Date) => ({
	start: new Date(startsAt).toISOString(),
	label: formatSoon(startsAt, time_zone, now),
	key: randomUUID(),
})

/** When the customer is due again, at the hour they usually come, but not on the day of the first offer. */
function laterThan(first: string, { customer, visits }: CustomerPage, { time_zone: zone }: Location): string {
	const last = visits.find(({ state }) => BOOKED.includes(state) && state !== 'no_show')
	const weeks = rhythmOf(customer.facts)
	const nextDay = addDays(localDate(first, zone), 1)
	const due = last && weeks ? addDays(localDate(last.starts_at, zone), weeks * 7) : nextDay
	const day = due > nextDay ? due : nextDay
	return instantOf(`${day}T${last ? localTime(last.starts_at, zone) : '00:00'}`, zone) ?? first
}

// Seats of a course have the time of their course.
function isRepeatable({ state, starts_at, lines }: Visit, now: Date): boolean {
	const began = Date.parse(starts_at) <= now.getTime()
	return began && ['completed', 'confirmed'].includes(state) && lines.every(({ event_id }) => event_id === null)
}

/** The services in order, and the person, if one person did all of them. */
function wishOf({ lines }: Pick<Visit, 'lines'>): { services: string[]; person: string } {
	const sorted = lines.toSorted((one, other) => one.position - other.position)
	const [person = '', ...others] = new Set(sorted.map(({ employee_id }) => employee_id))
	return { services: sorted.map(({ service_id }) => service_id), person: others.length > 0 ? '' : person }
}

/** Books a visit of the customer again at the chosen time. @returns the id of the new appointment, or the error */
export async function bookAgain(
	{ client, company, locations }: Member,
	customer: string,
	form: FormData,
): Promise<{ id: string } | { error: CodedError }> {
	const [visit, start] = [textOf(form, 'id'), Date.parse(textOf(form, 'start'))]
	invariantResponse(isUuid(visit) && !Number.isNaN(start))
	const [had, file] = await Promise.all([
		client
			.from('shown_appointments')
			.select(
				'location_id, lines:appointment_lines(position, service_id, service_name, employee_id, event_id, employees(name))',
			)
			.eq('id', visit)
			.eq('customer_id', customer)
			.maybeSingle(),
		client
			.from('shown_customers')
			.select('name, email, phone')
			.eq('id', customer)
			.eq('company_id', company.id)
			.maybeSingle(),
	])
	const [last, contact] = [invariantData(had), invariantData(file)]
	const location = locations.find(({ id }) => id === last?.location_id)
	invariantResponse(last && contact && location)
	const { services, person } = wishOf(last)
	const key = textOf(form, 'key')
	const made = await createAppointment(client, location, {
		...{ services, person: form.get('with') === 'anyone' ? '' : person, start: new Date(start).toISOString() },
		contact: { ...contact, email: contact.email ?? '', for_name: '', customer_id: customer },
		...{ note: '', notify: true, anyway: false, minutes: null, key: isUuid(key) ? key : undefined },
	})
	return 'id' in made ? made : { error: { message: made.code, code: 'P0001' } }
}
