import { addDays, dateOf, instantOf, weekdayOf } from './clock.ts'
import type { BusinessPlan, EmployeePlan, ServicePlan } from './plan.ts'
import type { Random } from './random.ts'
import type { Absence } from './weekly.ts'

const PAST_DAYS = 60
const COMING_DAYS = 30

/** One service of a visit. All numbers are minutes since 1970; `busy` are half-open pieces. */
export type Line = {
	service: ServicePlan
	employeeId: string
	start: number
	end: number
	priceCents: number
	busy: [from: number, to: number][]
}

export type Visit = {
	lines: Line[]
	/** The time of the visit is free again. */
	cancelled: boolean
}

type Offer = { service: ServicePlan; employeeId: string; minutes: number; priceCents: number }
type Piece = [from: number, to: number]

/** Visits of a business from 60 days ago to 30 days ahead; nobody is in two places at once. */
export function fillCalendar(plan: BusinessPlan, absences: Absence[], present: number, random: Random): Visit[] {
	const near = (day: number): number => (plan.rush && (day === 1 || day === 2) ? 1.35 : nearness(day, plan.steady))
	const share = (day: number, weekday: number): number =>
		Math.min(0.95, plan.fill * near(day) * (weekday >= 5 ? 1.12 : 1))
	return fillDays(plan, absences, { today: dateOf(present), first: -PAST_DAYS, last: COMING_DAYS, share }, random)
}

/**
 * Days from `first` to `last`, both included, counted from today (YYYY-MM-DD); `share` is the booked share of the working
 * time, below 1.
 */
export type Span = { today: string; first: number; last: number; share: (day: number, weekday: number) => number }

/** Visits on some days, ordered by start; nobody is in two places at once. */
export function fillDays(plan: BusinessPlan, absences: Absence[], span: Span, random: Random): Visit[] {
	const visits: Visit[] = []
	for (const employee of plan.employees) {
		const offers = offersOf(plan, employee.id)
		if (offers.length === 0) continue
		for (let day = span.first; day <= span.last; day++) {
			const date = addDays(span.today, day)
			const fill = span.share(day, weekdayOf(date))
			for (const piece of workingPieces(employee, date, absences)) fillPiece(visits, piece, offers, fill, plan, random)
		}
	}
	return visits.sort((a, b) => startOf(a) - startOf(b))
}

export const startOf = (visit: Visit): number => visit.lines[0]?.start ?? 0
export const endOf = (visit: Visit): number => visit.lines.at(-1)?.end ?? 0

function offersOf(plan: BusinessPlan, employeeId: string): Offer[] {
	return plan.services.flatMap((service) =>
		service.offers
			.filter((offer) => offer.employeeId === employeeId)
			.map(({ minutes, priceCents }) => ({
				service,
				employeeId,
				minutes: minutes ?? service.minutes,
				priceCents: priceCents ?? service.priceCents,
			})),
	)
}

/** How full a day is compared with today: calendars thin out ahead, and past days are kept short to keep the demo small. */
function nearness(day: number, steady: boolean): number {
	if (day > 4) return 0.04 + 0.96 * Math.exp(-(day - 4) / (steady ? 14 : 3))
	if (steady || day >= -1) return 1
	return 0.055 + 0.945 * Math.exp((day + 1) / 2.5)
}

function workingPieces(employee: EmployeePlan, date: string, absences: Absence[]): Piece[] {
	const weekday = weekdayOf(date)
	const shifts = employee.shifts.filter((shift) => shift.weekday === weekday)
	if (shifts.length === 0) return []
	const own = absences.filter(({ employeeId }) => employeeId === null || employeeId === employee.id)
	if (own.some(({ from, to }) => date >= from && date < to)) return []
	// A shift that begins in the evening ends at midnight when the next day is off.
	const next = addDays(date, 1)
	const nextOff = own.some(({ from }) => from === next)
	return shifts.map(({ starts, ends }) => [
		instantOf(date, starts),
		instantOf(date, nextOff ? Math.min(ends, 1440) : ends),
	])
}

function fillPiece(
	visits: Visit[],
	[from, to]: Piece,
	offers: Offer[],
	fill: number,
	plan: BusinessPlan,
	random: Random,
): void {
	const { grid } = plan.policy
	const aligned = (instant: number): number => from + Math.ceil((instant - from) / grid) * grid
	const length = offers.reduce((sum, { minutes, service }) => sum + minutes + service.bufferAfter, 0) / offers.length
	// Chosen so that a share of `fill` of the time is booked when free time comes in steps of the grid.
	const probability = (fill * grid) / (length * (1 - fill) + fill * grid)
	let cursor = from
	while (cursor < to) {
		const visit = random.chance(probability) ? newVisit(offers, cursor, to, random) : undefined
		if (!visit) {
			cursor += grid
			continue
		}
		visits.push(visit)
		if (visit.cancelled) continue
		const [line] = visit.lines
		if (line?.service.processing && random.chance(0.55)) {
			const begins = line.start + line.service.processing.startMinute
			const inside = newVisit(offers, aligned(begins), begins + line.service.processing.minutes, random)
			if (inside?.lines.length === 1 && !inside.cancelled) visits.push(inside)
		}
		cursor = aligned(Math.max(...visit.lines.flatMap(({ busy }) => busy.map(([, end]) => end))))
	}
}

function newVisit(offers: Offer[], at: number, to: number, random: Random): Visit | undefined {
	const first = pickOffer(offers, at, to, random)
	if (!first) return undefined
	const line = lineOf(first, at, at)
	const lines = [line]
	if (!first.service.processing && random.chance(0.12)) {
		const others = offers.filter(({ service }) => service.id !== first.service.id && !service.processing)
		const second = pickOffer(others, line.end, to, random)
		if (second) lines.push(lineOf(second, line.end, line.end + first.service.bufferAfter))
	}
	return { lines, cancelled: random.chance(0.05) }
}

/** Shorter services are booked more often. */
function pickOffer(offers: Offer[], at: number, to: number, random: Random): Offer | undefined {
	const fitting = offers.filter(({ minutes, service }) => at + minutes + service.bufferAfter <= to)
	return fitting.length > 0 ? random.weighted(fitting, ({ minutes }) => 1 / (minutes + 20)) : undefined
}

/** `free`: from when the employee is no longer busy with an earlier line of the same visit. */
function lineOf({ service, employeeId, minutes, priceCents }: Offer, start: number, free: number): Line {
	const end = start + minutes
	const { processing, bufferBefore, bufferAfter } = service
	const gap = processing ? start + processing.startMinute : end
	const busy: [number, number][] = processing
		? [
				[start - bufferBefore, gap],
				[gap + processing.minutes, end + bufferAfter],
			]
		: [[Math.max(free, start - bufferBefore), end + bufferAfter]]
	return { service, employeeId, start, end, priceCents, busy: busy.filter(([from, until]) => from < until) }
}
