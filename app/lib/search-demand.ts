import { addDays, HOME_ZONE, localDate, weekdayOf } from './dates.ts'

/** What one search asked for, without anything of who searched. */
export type Wanted = {
	city: number
	/** 0: any. */
	category: number
	/** ISO weekdays, or ANY_DAY. */
	weekdays: number[]
	/** Hours of the local day, or ANY_HOUR. */
	hours: number[]
	/** Whether something was free. */
	found: boolean
}

export const ANY_DAY = [0]
export const ANY_HOUR = [-1]

/** The weekdays of a range of local dates. */
export function weekdaysOf(window: { from: string; to: string } | null): number[] {
	if (!window) return ANY_DAY
	const week = Array.from({ length: 7 }, (_, index) => addDays(window.from, index))
	return week.filter((day) => day <= window.to).map(weekdayOf)
}

/** The hours that a window of minutes of a day touches. */
export function hoursOf(window: { from: number; to: number } | null): number[] {
	if (!window) return ANY_HOUR
	const [first, end] = [Math.floor(window.from / 60), Math.ceil(window.to / 60)]
	return Array.from({ length: end - first }, (_, index) => first + index)
}

/** Searches of a local day for an hour of a weekday, and for how many of them something was free, as `count_demand` takes them. */
export type DemandRow = {
	day: string
	city: number
	category: number
	weekday: number
	hour: number
	searched: number
	found: number
}

export type Demand = {
	count(wanted: Wanted): void
	/** Hands over what has been counted, and begins anew. */
	take(): DemandRow[]
	/** Takes back rows that could not be stored. */
	giveBack(rows: DemandRow[]): void
}

/** Counts searches in memory until a job stores them. @param most rows; what comes beyond is not counted */
export function createDemand(most = 20_000): Demand {
	let rows = new Map<string, DemandRow>()
	function add(row: DemandRow): void {
		const key = [row.day, row.city, row.category, row.weekday, row.hour].join(' ')
		const known = rows.get(key)
		if (known) {
			known.searched += row.searched
			known.found += row.found
		} else if (rows.size < most) rows.set(key, row)
	}
	return {
		count({ city, category, weekdays, hours, found }) {
			const day = localDate(new Date(), HOME_ZONE)
			for (const weekday of weekdays)
				for (const hour of hours) add({ day, city, category, weekday, hour, searched: 1, found: found ? 1 : 0 })
		},
		take() {
			const taken = [...rows.values()]
			rows = new Map()
			return taken
		},
		giveBack: (taken) => taken.forEach(add),
	}
}

const ROBOT =
	/bot\b|bot[/_-]|crawl|spider|slurp|preview|monitor|scan|archiver|headless|curl|wget|python|java\/|go-http|axios|okhttp/i

/** Whether a request seems to come from somebody who sees the answer: no robot, and no page that is only loaded ahead. */
export function isPerson(header: (name: string) => string | null | undefined): boolean {
	const agent = header('user-agent') ?? ''
	const ahead = [header('sec-purpose'), header('purpose')].some((purpose) => purpose?.includes('prefetch'))
	return agent.startsWith('Mozilla/') && !ROBOT.test(agent) && !ahead
}
