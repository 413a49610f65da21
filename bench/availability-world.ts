import type { Employee, World } from '../supabase/tests/availability/world.ts'

/**
 * The first day is a Tuesday, and the clock changes on the 30th. It is far in the future, because the peer reads the clock and offers
 * nothing in the past.
 */
export const FIRST = '2036-03-11'

/** The present time of every question, before opening. */
export const NOW = `${FIRST}T06:00:00Z`

/** The last of that many days, counting the first. */
export function lastOf(days: number): string {
	return Temporal.PlainDate.from(FIRST)
		.add({ days: days - 1 })
		.toString()
}

/** Ten employees with a lunch break, six days a week, with four bookings a day for 60 days; closed at Easter. */
export function world(): World & { services: [{ duration: number; after: number }] } {
	const hours = [1, 2, 3, 4, 5, 6].flatMap((weekday) => [
		{ weekday, starts: '09:00', ends: '13:00' },
		{ weekday, starts: '14:00', ends: '19:00' },
	])
	const employees = Array.from({ length: 10 }, (_, index): Employee => {
		return { position: index, hours, booked: bookings(index), offers: [{ service: 0 }] }
	})
	return {
		...{ zone: 'Europe/Berlin', grid: 15, notice: 60, horizon: 90, employees },
		services: [{ duration: 45, after: 10 }],
		exceptions: [{ kind: 'closed', starts: '2036-04-04T00:00', ends: '2036-04-08T00:00' }],
	}
}

function bookings(employee: number) {
	const first = Temporal.Instant.from(`${FIRST}T08:00:00Z`)
	return Array.from({ length: 240 }, (_, index) => {
		const minutes = Math.floor(index / 4) * 1440 + (index % 4) * 135 + ((employee * 25 + index * 35) % 75)
		const starts = first.add({ minutes })
		return { occupied: [[starts.toString(), starts.add({ minutes: 55 }).toString()] as [string, string]] }
	})
}
