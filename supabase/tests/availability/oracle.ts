import type { Booked, Employee, Exception, Hours, Rota, World } from './world.ts'

/** A visitor's request: services and employee as indexes in the world (`null` is "Egal wer"); local dates; an instant. */
export type Wish = { services: number[]; employee: number | null; from: string; to: string; now: string }

/** A bookable start: instants in minutes since 1970, and who performs each service. */
export type Start = { start: number; end: number; employees: number[] }

const DAY = 1440
const MARGIN_DAYS = 3

/**
 * Computes availability by the text of the rules, minute by minute, with the time zones of Temporal. It is slow and
 * simple on purpose, and shares no idea with the SQL.
 */
export function bookableStarts(world: World, wish: Wish): Start[] {
	const zone = world.zone
	const from = Temporal.PlainDate.from(wish.from)
	const to = Temporal.PlainDate.from(wish.to)
	const now = Date.parse(wish.now) / 60_000
	const lastDate = localDate(now, zone).add({ days: world.horizon })
	const times = world.employees.map((employee, index) => employeeMinutes(world, employee, index, from, to, wish))
	const reserved = (world.resources ?? []).map(({ booked = [] }) => busyMinutes(booked, world.zone, from, to, wish))
	const performers = whoOffers(world, wish)
	if (performers.length === 0) return []

	const starts: Start[] = []
	const end = midnight(to.add({ days: 1 }), zone)
	for (let start = midnight(from, zone); start < end; start++) {
		if (start < now + world.notice) continue
		if (!performers[0]?.some((index) => times[index]?.working.has(start))) continue
		const date = localDate(start, zone)
		if (Temporal.PlainDate.compare(date, lastDate) > 0) continue
		const day: Day = { begins: midnight(date, zone), ends: midnight(date.add({ days: 1 }), zone) }
		const found = visitAt(world, wish, { times, reserved }, performers, day, start)
		if (found) starts.push(found)
	}
	return starts
}

/**
 * Computes one start (minutes since 1970) that a member books by hand: a named person at any time; "Egal wer" is somebody who works then,
 * if anybody does.
 */
export function plannedByHand(world: World, wish: Wish, start: number): Start | undefined {
	const date = localDate(start, world.zone).toString()
	const services = world.services.map((service) => ({ ...service, active: true }))
	const free = { ...world, services, grid: 1, notice: -1e9, horizon: 10_000 }
	const always = {
		...free,
		exceptions: [{ kind: 'open' as const, starts: '2000-01-01T00:00', ends: '2100-01-01T00:00' }],
	}
	const among = (each: World) =>
		bookableStarts(each, { ...wish, from: date, to: date }).find((found) => found.start === start)
	return (wish.employee === null ? among(free) : undefined) ?? among(always)
}

type Day = { begins: number; ends: number }
type EmployeeMinutes = { working: Minutes; busy: Minutes }
/** The free minutes of each employee, and the reserved minutes of each resource. */
type Times = { times: EmployeeMinutes[]; reserved: Minutes[] }

/** A set of minutes since 1970 inside a window. */
class Minutes {
	readonly #flags: Uint8Array
	readonly #base: number
	constructor(base: number, length: number) {
		this.#base = base
		this.#flags = new Uint8Array(length)
	}
	set(from: number, to: number, value: 0 | 1): void {
		for (let minute = Math.max(from, this.#base); minute < to; minute++) {
			if (minute - this.#base >= this.#flags.length) return
			this.#flags[minute - this.#base] = value
		}
	}
	has(minute: number): boolean {
		return this.#flags[minute - this.#base] === 1
	}
	count(from: number, to: number): number {
		let found = 0
		for (let minute = from; minute < to; minute++) if (this.has(minute)) found++
		return found
	}
}

/** Rule 1. */
function instant(local: string, zone: string): number {
	const [date = '', time = ''] = local.split('T')
	const plain = time.startsWith('24:00')
		? Temporal.PlainDate.from(date).add({ days: 1 }).toPlainDateTime()
		: Temporal.PlainDateTime.from(local)
	return plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds / 60_000
}

function midnight(date: Temporal.PlainDate, zone: string): number {
	return instant(`${date.toString()}T00:00`, zone)
}

function localDate(minute: number, zone: string): Temporal.PlainDate {
	return Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
		.toZonedDateTimeISO(zone)
		.toPlainDate()
}

/** Rules 2 to 4, for one employee. */
function employeeMinutes(
	world: World,
	employee: Employee,
	index: number,
	from: Temporal.PlainDate,
	to: Temporal.PlainDate,
	wish: Wish,
): EmployeeMinutes {
	const { first, days, base } = windowOf(world.zone, from, to, wish)
	const working = new Minutes(base, days * DAY)
	for (let day = 0; day < days; day++) {
		for (const hours of employee.hours) addShift(working, hours, first.add({ days: day }), world.zone)
	}
	const mine = (kind: Exception['kind']) =>
		world.exceptions.filter((each) => each.kind === kind && (each.employee === undefined || each.employee === index))
	for (const { starts, ends } of mine('closed')) working.set(instant(starts, world.zone), instant(ends, world.zone), 0)
	for (const { starts, ends } of mine('open')) working.set(instant(starts, world.zone), instant(ends, world.zone), 1)
	return { working, busy: busyMinutes(employee.booked ?? [], world.zone, from, to, wish) }
}

function windowOf(zone: string, from: Temporal.PlainDate, to: Temporal.PlainDate, wish: Wish) {
	const first = from.subtract({ days: MARGIN_DAYS })
	const days = from.until(to).days + 2 * MARGIN_DAYS + wish.services.length + 1
	return { first, days, base: midnight(first, zone) }
}

function busyMinutes(
	booked: Booked[],
	zone: string,
	from: Temporal.PlainDate,
	to: Temporal.PlainDate,
	wish: Wish,
): Minutes {
	const { days, base } = windowOf(zone, from, to, wish)
	const busy = new Minutes(base, days * DAY)
	for (const { occupied, holdExpiresAt } of booked) {
		if (holdExpiresAt && Date.parse(holdExpiresAt) <= Date.parse(wish.now)) continue
		for (const [begins, ends] of occupied) busy.set(Date.parse(begins) / 60_000, Date.parse(ends) / 60_000, 1)
	}
	return busy
}

function addShift(working: Minutes, hours: Hours, date: Temporal.PlainDate, zone: string): void {
	if (date.dayOfWeek !== hours.weekday) return
	if (hours.validFrom && Temporal.PlainDate.compare(date, hours.validFrom) < 0) return
	if (hours.validTo && Temporal.PlainDate.compare(date, hours.validTo) > 0) return
	if (hours.rota && weekOf(date, hours.rota) !== hours.rota.week) return
	const lastDate = hours.ends <= hours.starts ? date.add({ days: 1 }) : date
	working.set(
		instant(`${date.toString()}T${hours.starts}`, zone),
		instant(`${lastDate.toString()}T${hours.ends}`, zone),
		1,
	)
}

/** The week of the cycle that a date belongs to, from 1 on. */
function weekOf(date: Temporal.PlainDate, { weeks, start }: Rota): number {
	const monday = date.subtract({ days: date.dayOfWeek - 1 })
	const passed = Temporal.PlainDate.from(start).until(monday).days / 7
	return (((passed % weeks) + weeks) % weeks) + 1
}

/**
 * Rule 6: for each line, the employees who can perform it; empty when nobody can. For a visit by one employee, only those who
 * offer all lines.
 */
function whoOffers(world: World, wish: Wish): number[][] {
	if (wish.services.some((service) => world.services[service]?.active === false)) return []
	const offers = (index: number, service: number) => {
		const employee = world.employees[index]
		return employee?.active !== false && Boolean(employee?.offers.some((offer) => offer.service === service))
	}
	const all = world.employees.map((_, index) => index)
	const ofAll = all.filter((index) => wish.services.every((service) => offers(index, service)))
	if (wish.employee !== null)
		return ofAll.includes(wish.employee) ? wish.services.map(() => [wish.employee as number]) : []
	if (ofAll.length > 0) return wish.services.map(() => ofAll)
	const chain = wish.services.map((service) => all.filter((index) => offers(index, service)))
	return chain.every((people) => people.length > 0) ? chain : []
}

/** Rules 5 to 7 for one start. */
function visitAt(
	world: World,
	wish: Wish,
	{ times, reserved }: Times,
	performers: number[][],
	day: Day,
	start: number,
): Start | undefined {
	const isChain =
		performers.every((people) => people.length > 0) && !performers[0]?.some((one) => offersAll(world, wish, one))
	const ordered = performers.map((people) =>
		people
			.map((index) => ({ index, booked: times[index]?.busy.count(day.begins, day.ends) ?? 0 }))
			.sort(
				(a, b) =>
					a.booked - b.booked ||
					(world.employees[a.index]?.position ?? 0) - (world.employees[b.index]?.position ?? 0) ||
					a.index - b.index,
			)
			.map(({ index }) => index),
	)
	const complete = (line: number, at: number, so: number[]): Start | undefined => {
		const service = wish.services[line]
		if (service === undefined) return { start, end: at, employees: so }
		const candidates = isChain || line === 0 ? (ordered[line] ?? []) : so.slice(0, 1)
		for (const index of candidates) {
			const minutes = times[index]
			if (!minutes || !fits(world, minutes, index, service, at)) continue
			if (!hasResource(world, reserved, index, service, at)) continue
			if (line === 0 && !onGrid(world.grid, minutes.working, day, start)) continue
			const found = complete(line + 1, at + duration(world, index, service), [...so, index])
			if (found) return found
		}
		return undefined
	}
	return complete(0, start, [])
}

function offersAll(world: World, wish: Wish, index: number): boolean {
	return wish.services.every((service) => world.employees[index]?.offers.some((offer) => offer.service === service))
}

function duration(world: World, index: number, service: number): number {
	const { duration, gap } = world.services[service] ?? { duration: 0 }
	const own = world.employees[index]?.offers.find((offer) => offer.service === service)?.duration
	return gap ? duration : (own ?? duration)
}

function fits(world: World, { working, busy }: EmployeeMinutes, index: number, service: number, at: number): boolean {
	const { before = 0, after = 0, gap } = world.services[service] ?? { before: 0 }
	const end = at + duration(world, index, service)
	for (let minute = at - before; minute < end + after; minute++) {
		if (!working.has(minute)) return false
		const inGap = gap && minute >= at + gap.start && minute < at + gap.start + gap.minutes
		if (!inGap && busy.has(minute)) return false
	}
	return true
}

/**
 * Whether a resource of the kind is free from buffer to buffer, the gap included; an earlier line of the same visit can
 * already have it.
 */
function hasResource(world: World, reserved: Minutes[], index: number, service: number, at: number): boolean {
	const { before = 0, after = 0, resource } = world.services[service] ?? { before: 0 }
	if (resource === undefined) return true
	const end = at + duration(world, index, service) + after
	return (world.resources ?? []).some(
		(each, number) =>
			each.kind === resource && each.active !== false && reserved[number]?.count(at - before, end) === 0,
	)
}

function onGrid(grid: number, working: Minutes, day: Day, start: number): boolean {
	let anchor = start
	while (anchor > day.begins && working.has(anchor - 1)) anchor--
	return (start - anchor) % grid === 0
}
