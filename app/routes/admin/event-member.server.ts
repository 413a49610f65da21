import type { RouterContextProvider } from 'react-router'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { loadRooms } from '#app/features/events/events.queries.server.ts'
import { localDate } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

/** A member who may enter events, with whom and what an event can have. @throws Response 403 without the right to book */
export async function requireOrganiser(context: Readonly<RouterContextProvider>, request: Request) {
	const member = await requireChosenLocation(context, request)
	invariantResponse(member.rights.includes('book'), 'Forbidden', 403)
	return member
}

type Kept = { employee_id: string; resource_id: string | null }

/** The people, rooms and the date that the forms of events need. @param kept who and what stays to choose although it has left */
export async function loadChoices(member: Awaited<ReturnType<typeof requireChosenLocation>>, kept?: Kept) {
	const { client, location } = member
	const [people, rooms] = await Promise.all([
		loadPeople(client, location, member),
		loadRooms(client, location, kept?.resource_id),
	])
	return {
		people: people.filter(({ id, active }) => active || id === kept?.employee_id).map(({ id, name }) => ({ id, name })),
		rooms,
		today: localDate(new Date(), location.time_zone),
	}
}
