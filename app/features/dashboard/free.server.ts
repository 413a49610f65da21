import { type Location, loadNextStarts } from '#app/features/appointments/appointments.queries.server.ts'
import { loadWalkInService } from '#app/features/appointments/walk-in.queries.server.ts'
import { formatTime, localDate, localTime } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { instantOf } from '#app/lib/wall-time.ts'

type Service = { id: string; name: string; duration_minutes: number; addon: boolean }
type Wish = {
	services: Service[]
	people: { id: string; name: string }[]
	/** Whether the reader books for everybody. */
	everybody: boolean
	/** Local date. */
	day: string
	/** The id of a service, as an address says it. */
	asked: string | null
}

/** No day has more quarters of an hour at work, and the database gives no more. */
const MOST = 50

/** What is still free on a day for one service, as members can book it: the one that is asked for, else the shortest usual one. Null without services. */
export async function loadFreeDay(client: Client, location: Location, wish: Wish, now: Date) {
	const { people, everybody, day, asked } = wish
	const zone = location.time_zone
	const alone = wish.services.filter(({ addon }) => !addon)
	const services = alone.map(({ id, name }) => ({ id, name }))
	const service = services.find(({ id }) => id === asked)?.id ?? (await loadWalkInService(client, location, alone))
	if (!service) return null
	const begins = instantOf(`${day}T00:00`, zone) ?? ''
	const from = Date.parse(begins) > now.getTime() ? begins : now.toISOString()
	const person = everybody ? undefined : people[0]?.id
	const starts = await loadNextStarts(client, location, { services: [service], person, from }, MOST)
	const times = starts
		.filter(({ starts_at }) => localDate(starts_at, zone) === day)
		.map(({ starts_at: start }) => ({ start, time: formatTime(start, zone), wall: localTime(start, zone) }))
	return { services, service, times, day, person }
}

export type FreeDay = NonNullable<Awaited<ReturnType<typeof loadFreeDay>>>
