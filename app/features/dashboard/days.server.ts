import { loadDays, type Location } from '#app/features/appointments/appointments.queries.server.ts'
import { BOOKED } from '#app/features/appointments/states.ts'
import { loadRoster } from '#app/features/calendar/roster.queries.server.ts'
import { daySums } from '#app/features/calendar/roster.ts'
import { addDays } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { pickDays } from './days.ts'

/** Days ahead in which the next working day is looked for; salons close for two weeks in summer. */
const AHEAD = 21

/** The day that the dashboard shows, with its appointments, and the working day after that. @param today local date */
export async function loadDashboardDays(client: Client, location: Location, today: string, now: Date) {
	const roster = await loadRoster(client, location.id, { from: today, to: addDays(today, AHEAD) })
	const { shown, closed, next } = pickDays(daySums(roster, ''), today) ?? { closed: '' }
	const date = shown?.day ?? today
	const booked = async (day: string) =>
		(await loadDays(client, location, day, day, now)).filter(({ state }) => BOOKED.includes(state))
	const [appointments, coming] = await Promise.all([booked(date), next ? booked(next.day) : []])
	return {
		date,
		closed,
		load: shown?.load ?? null,
		appointments,
		/** Of the shown day. */
		rows: roster.filter(({ day }) => day === date),
		next: next && { day: next.day, load: next.load, count: coming.length, first: coming[0]?.starts_at },
	}
}
