import { createRequire } from 'node:module'
import path from 'node:path'
import { FIRST, lastOf } from './availability-world.ts'
import { ANYONE, bookings, type EventType, events, hosts, outOfOffice, ZONE } from './calcom-world.ts'

/** The starts to ask for: of the first employee, of each employee, or those at which anyone is free. */
export type Question = { of: 'one' | 'each' | 'anyone'; days: number; calls: number }
/** CPU milliseconds of this process for one call, and the starts, preceded by the employee's number if each was asked. */
export type Answer = { cpu: number; starts: string[] }

type Input = { eventTypeId: number; startTime: string; endTime: string; timeZone: string }
type Slots = Record<string, { time: string; away?: boolean }[]>
type SlotsService = { getAvailableSlots(wish: { input: Input; ctx: object }): Promise<{ slots: Slots }> }
type Wanted = { startDate: Date; endDate: Date; userIdAndEmailMap: Map<number, string> }
type Class<T> = new (dependencies: object) => T

// Runs Cal.com's slots unmodified in a separate process, with repositories that answer from memory, so that the figures contain no
// database.
const [folder = '', kept] = process.argv.slice(2)
const load = createRequire(path.join(folder, 'package.json'))
// While loading, Cal.com looks for calendars and a database engine that are missing here and never used later.
process.on('unhandledRejection', () => undefined)
if (kept) keepFormatters()
const slots = load('@calcom/platform-libraries/slots') as { AvailableSlotsService: Class<SlotsService> }
const schedules = load('@calcom/platform-libraries/schedules') as { UserAvailabilityService: Class<object> }
const nest = load('@nestjs/common') as { Logger: { overrideLogger(logger: false): void } }
nest.Logger.overrideLogger(false)
const service = slotsService()

process.on('message', (question: Question) => {
	void answer(question).then((found) => process.send?.(found))
})
process.send?.('ready')

async function answer({ of, days, calls }: Question): Promise<Answer> {
	const ids = of === 'each' ? hosts.map(({ id }) => id) : [of === 'one' ? 1 : ANYONE]
	const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(ZONE).toInstant().toString()
	const startTime = midnight(Temporal.PlainDate.from(FIRST))
	const endTime = midnight(Temporal.PlainDate.from(lastOf(days)).add({ days: 1 }))
	let found: Slots[] = []
	const used = process.cpuUsage()
	for (let call = 0; call < calls; call++) {
		found = []
		for (const eventTypeId of ids) {
			const input = { eventTypeId, startTime, endTime, timeZone: ZONE }
			found.push((await service.getAvailableSlots({ input, ctx: {} })).slots)
		}
	}
	const { user, system } = process.cpuUsage(used)
	const starts = found.flatMap((dates, index) => {
		const bookable = Object.values(dates).flatMap((date) => date.filter(({ away }) => !away))
		return bookable.map(({ time }) => (of === 'each' ? `${index + 1} ${time}` : time))
	})
	return { cpu: (user + system) / 1000 / calls, starts }
}

function slotsService(): SlotsService {
	const nothing = async () => undefined
	const shared = {
		redisClient: { get: nothing, set: nothing },
		oooRepo: {
			findManyOOO: async ({ allUserIds }: { allUserIds: number[] }) =>
				outOfOffice.filter(({ user }) => allUserIds.includes(user.id)),
		},
		bookingRepo: {
			findAllExistingBookingsForEventTypeBetween: async ({ startDate, endDate, userIdAndEmailMap }: Wanted) =>
				bookings.filter(
					(booking) =>
						userIdAndEmailMap.has(booking.userId) && booking.startTime < endDate && booking.endTime > startDate,
				),
		},
		eventTypeRepo: { findForSlots: async (wish: { id: number }) => events.find(({ id }) => id === wish.id) },
	}
	return new slots.AvailableSlotsService({
		...shared,
		userAvailabilityService: new schedules.UserAvailabilityService(shared),
		qualifiedHostsService: {
			findQualifiedHostsWithDelegationCredentials: async ({ eventType }: { eventType: EventType }) => ({
				qualifiedRRHosts: eventType.hosts,
				fixedHosts: eventType.users.map((user) => ({ isFixed: true, groupId: null, user })),
			}),
		},
		selectedSlotRepo: { findManyUnexpiredSlots: async () => [], deleteManyExpiredSlots: nothing },
		cacheService: { getShouldServeCache: async () => false },
	})
}

// Does what a patch of dayjs in Cal.com's own repository does and the published packages do not: creates a zone's formatter
// only once.
function keepFormatters(): void {
	const two = '2-digit' as const
	const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
	const formatters = new Map<string, Intl.DateTimeFormat>()
	const make = (timeZone: string) => new Intl.DateTimeFormat('en-US', { ...parts, timeZone })
	const value = function (this: Date, _locale: string, { timeZone }: { timeZone: string }) {
		return formatters.getOrInsertComputed(timeZone, make).format(this)
	}
	// oxlint-disable-next-line no-extend-native -- the package stays as it is
	Object.defineProperty(Date.prototype, 'toLocaleString', { value })
}
