import type { Appointment } from '#app/features/appointments/appointment.ts'
import type { Location } from '#app/features/appointments/appointments.queries.server.ts'
import { loadBlocks } from '#app/features/blocks/blocks.queries.server.ts'
import type { RosterDay } from '#app/features/calendar/roster.contracts.ts'
import { loadEvents } from '#app/features/events/events.queries.server.ts'
import { localDate } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { lanesOf } from './lanes.ts'

type Shown = {
	people: { id: string; name: string; color: string; active: boolean }[]
	/** Of today. */
	rows: RosterDay[]
	appointments: Appointment[]
}

/** Who serves whom now, and who comes next, for the people that the reader sees. */
export async function loadLanes(client: Client, location: Location, { people, rows, appointments }: Shown, now: Date) {
	const zone = location.time_zone
	const today = localDate(now, zone)
	const [blocks, events] = await Promise.all([
		loadBlocks(client, location, today, today),
		loadEvents(client, location, today, today),
	])
	const team = people.filter(({ active }) => active).map(({ id, name, color }) => ({ id, name, color }))
	return lanesOf({ people: team, rows, appointments, blocks, events, zone, now: now.getTime() })
}
