import fc from 'fast-check'
import type { Wish } from './oracle.ts'
import type { Booked, Employee, Exception, Hours, Resource, Rota, Service, World } from './world.ts'

export type Case = { world: World; wish: Wish }

/** The parts that differ between profiles; everything else is the same. */
type Profile = {
	zones: string[]
	/** First dates of the requested range, many of them next to a clock change. */
	dates: string[]
	grids: number[]
	/** Minutes of the day at which hours and exceptions begin and end. */
	bounds: fc.Arbitrary<number>
	overnight: boolean
}

const shop: Profile = {
	zones: ['Europe/Berlin'],
	dates: [
		'2026-03-28',
		'2026-03-29',
		'2026-10-24',
		'2026-10-25',
		'2027-03-27',
		'2027-10-31',
		'2026-06-10',
		'2026-12-31',
	],
	grids: [5, 10, 15, 20, 30, 60],
	bounds: fc.integer({ min: 7 * 12, max: 20 * 12 }).map((five) => five * 5),
	overnight: false,
}

const nights: Profile = {
	zones: [
		'Europe/Berlin',
		'Europe/Berlin',
		'America/Havana',
		'Africa/Cairo',
		'Australia/Lord_Howe',
		'America/Santiago',
	],
	dates: [
		...['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2027-03-27', '2027-03-28', '2027-10-30', '2027-10-31'],
		...['2026-03-07', '2026-10-31', '2026-04-23', '2026-10-29', '2026-04-04', '2026-10-03', '2026-09-05', '2026-04-04'],
	],
	grids: [1, 7, 11, 25, 40, 50, 90, 480, 1440],
	bounds: fc.oneof(
		fc.constantFrom(0, 30, 60, 90, 120, 121, 130, 150, 165, 179, 180, 181, 210, 240, 1380, 1410, 1439),
		fc.integer({ min: 0, max: 1439 }),
	),
	overnight: true,
}

const wall = (minute: number) =>
	`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const often = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
	fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary, weight: 1 })

const gap = fc.record({
	pause: fc.integer({ min: 0, max: 90 }).map((n) => n * 5),
	lasts: fc.integer({ min: 1, max: 18 }).map((n) => n * 5),
	split: often(fc.integer({ min: 1, max: 12 }).map((n) => n * 5)),
	hold: often(fc.integer({ min: -20, max: 20 })),
})

export const shopCases = cases(shop)
export const nightCases = cases(nights)

function cases(profile: Profile): fc.Arbitrary<Case> {
	return fc
		.record({
			zone: fc.constantFrom(...profile.zones),
			from: fc.constantFrom(...profile.dates),
			days: fc.integer({ min: 1, max: 3 }),
			grid: fc.constantFrom(...profile.grids),
			notice: fc.constantFrom(0, 0, 0, 45, 60, 1440),
			horizon: fc.constantFrom(30, 60, 60, 3, 2, 0),
			lead: fc.integer({ min: -600, max: 3 * 1440 }),
			services: fc.array(services(profile), { minLength: 1, maxLength: 3 }),
			// Where everybody offers only one service, visits are chains.
			specialised: fc.constantFrom(false, false, false, true),
		})
		.chain(({ zone, from, days, lead, services, specialised, ...rest }) => {
			const people = specialised ? { minLength: 3, maxLength: 5 } : { minLength: 1, maxLength: 3 }
			const first = Temporal.PlainDate.from(from)
			const noon = Date.parse(`${from}T00:00Z`) / 60_000
			const text = (minute: number) => new Date((noon + minute) * 60_000).toISOString()
			return fc
				.record({
					resources: fc.array(resources(text), { maxLength: 3 }),
					needs: fc.array(fc.option(fc.nat({ max: 1 }), { nil: undefined, freq: 3 }), { minLength: 3, maxLength: 3 }),
					employees: fc.array(employees(profile, first, text, services.length), people),
					exceptions: fc.oneof(fc.constant<Exception[]>([]), fc.array(exceptions(profile, first), { maxLength: 3 })),
					wanted: fc.array(fc.nat({ max: services.length - 1 }), { minLength: 1, maxLength: 3 }),
					chosen: fc.option(fc.nat({ max: 2 }), { nil: null, freq: 2 }),
				})
				.map(({ employees, exceptions, wanted, chosen, resources, needs }) => ({
					world: {
						...rest,
						resources,
						// Mostly kinds that exist, because otherwise nothing could begin.
						...{
							zone,
							services: needing(services, needs, resources),
							employees: specialised ? employees.map(specialist(services.length)) : employees,
						},
						exceptions: exceptions.map((exception) => ({
							...exception,
							employee: exception.employee === undefined ? undefined : exception.employee % employees.length,
						})),
					},
					wish: {
						services: specialised ? wanted.map((_, line) => line % services.length) : wanted,
						employee: chosen === null ? null : chosen % employees.length,
						from,
						to: first.add({ days: days - 1 }).toString(),
						now: text(-lead),
					},
				}))
		})
}

/** Offers only one service, at almost any time, so that chains are found. */
function specialist(services: number) {
	return (employee: Employee, index: number): Employee => ({
		...employee,
		active: true,
		offers: [{ ...employee.offers[0], service: index % services }],
		hours: [
			...employee.hours,
			...[1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: '08:00', ends: '20:30' })),
		],
	})
}

function services(profile: Profile): fc.Arbitrary<Service> {
	const step = profile.overnight ? 1 : 5
	const minutes = (min: number, max: number) => fc.integer({ min: min / step, max: max / step }).map((n) => n * step)
	return fc
		.record({
			duration: fc.oneof(minutes(5, 60), minutes(30, 150)),
			before: often(minutes(0, 30)),
			after: often(minutes(0, 45)),
			gap: often(fc.record({ start: fc.integer({ min: 5, max: 30 }), minutes: fc.integer({ min: 5, max: 40 }) })),
			active: fc.integer({ min: 0, max: 19 }).map((n) => n < 19),
		})
		.map(({ before, after, gap, ...service }) => ({
			...service,
			...(before === undefined ? {} : { before }),
			...(after === undefined ? {} : { after }),
			...(gap && gap.start + gap.minutes < service.duration ? { gap } : {}),
		}))
}

function employees(
	profile: Profile,
	first: Temporal.PlainDate,
	text: (minute: number) => string,
	services: number,
): fc.Arbitrary<Employee> {
	return fc
		.record({
			position: fc.integer({ min: 0, max: 2 }),
			active: fc.constantFrom(true, true, true, true, true, true, true, true, false),
			hours: fc.array(hours(profile, first), { minLength: 2, maxLength: 8 }),
			gaps: fc.array(gap, { maxLength: 8 }),
			offers: fc.uniqueArray(
				fc.record({
					service: fc.nat({ max: services - 1 }),
					duration: fc.option(fc.constantFrom(20, 35, 60), { nil: undefined, freq: 2 }),
				}),
				{ selector: (offer) => offer.service, minLength: Math.max(1, services - 1), maxLength: services },
			),
		})
		.map(({ gaps, ...employee }) => ({ ...employee, booked: bookings(gaps, text) }))
}

/** Services with the kinds of resource they need, if there are any. */
function needing(services: Service[], needs: (number | undefined)[], resources: Resource[]): Service[] {
	return services.map((service, index) => {
		const kind = needs[index]
		const exists = resources.some((resource) => resource.kind === kind)
		return kind === undefined || !exists ? service : { ...service, resource: kind }
	})
}

function resources(text: (minute: number) => string): fc.Arbitrary<Resource> {
	return fc
		.record({
			kind: fc.nat({ max: 1 }),
			active: fc.constantFrom(true, true, true, true, false),
			gaps: fc.array(gap, { maxLength: 6 }),
		})
		.map(({ gaps, ...resource }) => ({ ...resource, booked: bookings(gaps, text) }))
}

type Gap = { pause: number; lasts: number; split?: number | undefined; hold?: number | undefined }

/** Bookings one after the other from the eve of the first day on, some with a processing gap, some as holds. */
function bookings(gaps: Gap[], text: (minute: number) => string): Booked[] {
	let at = -60
	return gaps.map(({ pause, lasts, split, hold }) => {
		const begins = at + pause
		at = begins + lasts
		const occupied: [string, string][] =
			split !== undefined && split < lasts - 5
				? [
						[text(begins), text(begins + split)],
						[text(begins + split + 5), text(at)],
					]
				: [[text(begins), text(at)]]
		return { occupied, ...(hold === undefined ? {} : { holdExpiresAt: text(hold * 60) }) }
	})
}

function hours(profile: Profile, first: Temporal.PlainDate): fc.Arbitrary<Hours> {
	return fc
		.record({
			day: fc.constantFrom(0, 0, 1, 1, 2, -1, 3),
			bounds: fc.tuple(profile.bounds, profile.bounds),
			fullDay: profile.overnight ? fc.constantFrom(false, false, false, true) : fc.constant(false),
			validFrom: rarely(fc.integer({ min: -2, max: 1 })),
			lasts: rarely(fc.integer({ min: 0, max: 3 })),
			rota: rarely(rotas(first)),
		})
		.map(({ day, bounds: [one, other], fullDay, validFrom, lasts, rota }) => {
			const [starts, ends] = profile.overnight || one < other ? [one, other] : [other, one]
			const from = validFrom === undefined ? undefined : first.add({ days: validFrom })
			const to = lasts === undefined ? undefined : (from ?? first).add({ days: lasts })
			return {
				weekday: first.add({ days: day }).dayOfWeek,
				starts: wall(starts),
				ends: fullDay ? '24:00' : wall(starts === ends && !profile.overnight ? ends + 5 : ends),
				...(from ? { validFrom: from.toString() } : {}),
				...(to ? { validTo: to.toString() } : {}),
				...(rota ? { rota } : {}),
			}
		})
}

/** Cycles that begin some weeks before the requested dates or after them. */
function rotas(first: Temporal.PlainDate): fc.Arbitrary<Rota> {
	const monday = first.subtract({ days: first.dayOfWeek - 1 })
	return fc
		.record({
			weeks: fc.integer({ min: 2, max: 4 }),
			week: fc.nat({ max: 3 }),
			away: fc.oneof(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -900, max: 900 })),
		})
		.map(({ weeks, week, away }) => ({
			weeks,
			week: (week % weeks) + 1,
			start: monday.add({ weeks: away }).toString(),
		}))
}

function exceptions(profile: Profile, first: Temporal.PlainDate): fc.Arbitrary<Exception> {
	return fc
		.record({
			employee: fc.option(fc.nat({ max: 2 }), { nil: undefined, freq: 2 }),
			kind: fc.constantFrom('closed' as const, 'open' as const),
			day: fc.integer({ min: -1, max: 3 }),
			bounds: fc.tuple(profile.bounds, profile.bounds),
			more: fc.constantFrom(0, 0, 0, 1, 2),
		})
		.map(({ employee, kind, day, bounds: [one, other], more }) => {
			const starts = Math.min(one, other)
			const ends = Math.max(one, other, starts + 1)
			const date = first.add({ days: day })
			return {
				...(employee === undefined ? {} : { employee }),
				kind,
				starts: `${date.toString()}T${wall(starts)}`,
				ends: date.add({ days: more }).toPlainDateTime().add({ minutes: ends }).toString(),
			}
		})
}
