import { world } from './availability-world.ts'

export type Host = ReturnType<typeof hostOf>
export type Booking = ReturnType<typeof bookingOf>
export type EventType = ReturnType<typeof eventOf>

const { zone, grid, notice, services, employees, exceptions } = world()
const [{ duration, after }] = services

/** The event that any host can serve; the hosts' own events have the hosts' ids. */
export const ANYONE = 100
export const ZONE = zone

/** The world as rows of Cal.com: employees are hosts with a schedule, and closed days are their out-of-office days. */
export const hosts = employees.map(({ hours }, index) => hostOf(index + 1, hours))
export const bookings = employees.flatMap(({ booked = [] }, index) =>
	booked.map(({ occupied: [[starts, ends] = ['', '']] }, at) => bookingOf(index + 1, at, starts, ends)),
)
export const events = [eventOf(ANYONE, []), ...hosts.map((host) => eventOf(host.id, [host]))]
export const outOfOffice = exceptions.flatMap(({ starts, ends }) => {
	const last = Temporal.PlainDateTime.from(ends).subtract({ minutes: 1 }).toPlainDate()
	const days = { start: new Date(`${starts}Z`), end: new Date(last.toString()) }
	return hosts.map((user) => ({ ...days, user, toUser: null, reason: null }))
})

function hostOf(id: number, hours: (typeof employees)[number]['hours']) {
	// Their buffer can exceed the end of a shift while ours must fit into it, so their shifts end earlier by the
	// buffer.
	const clock = (time = '', earlier = 0) => new Date(Date.parse(`1970-01-01T${time}:00Z`) - earlier * 60_000)
	const same = [...Map.groupBy(hours, ({ starts, ends }) => `${starts} ${ends}`).values()]
	const availability = same.map((days) => ({
		days: days.map(({ weekday }) => weekday % 7),
		startTime: clock(days[0]?.starts),
		endTime: clock(days[0]?.ends, after),
		date: null,
	}))
	return {
		...{ id, username: `person-${id}`, email: `person-${id}@example.org`, timeZone: zone },
		...{ defaultScheduleId: id, schedules: [{ id, timeZone: zone, availability }] },
		...{ availability: [], travelSchedules: [], credentials: [], userLevelSelectedCalendars: [] },
	}
}

function bookingOf(userId: number, index: number, starts: string, ends: string) {
	const buffers = { beforeEventBuffer: 0, afterEventBuffer: after }
	return {
		...{ id: index, uid: `${userId}-${index}`, userId, title: '', attendees: [] },
		startTime: new Date(starts),
		endTime: new Date(new Date(ends).getTime() - after * 60_000),
		eventType: { id: userId, seatsPerTimeSlot: null, ...buffers },
	}
}

function eventOf(id: number, users: Host[]) {
	const anyone = id === ANYONE
	return {
		...{ id, slug: 'leistung', length: duration, slotInterval: grid, minimumBookingNotice: notice, users },
		...{ beforeEventBuffer: 0, afterEventBuffer: after, offsetStart: 0, periodType: 'UNLIMITED' },
		...{ availability: [], metadata: {}, schedulingType: anyone ? 'ROUND_ROBIN' : null },
		hosts: anyone ? hosts.map((user) => ({ isFixed: false, groupId: null, schedule: null, user })) : [],
	}
}
