const KEY = 'zeitplatz-calendar-scroll'
/** How many days are kept, and for how long the present one: later its own time is more useful. */
const MOST = 60
const FRESH_MS = 30 * 60_000

/** What was visible first: the minute on the axis, and pixels from the left of the columns named. */
export type Scroll = { minute: number; left: number; columns: string }
type Kept = Scroll & { at: number }

/** Where the calendar of a day (or of a week, by its first day) was scrolled to last in this tab. */
export function keptScroll(place: string, today: boolean, now = Date.now()): Scroll | undefined {
	const kept = all()[place]
	return kept && !(today && now - kept.at > FRESH_MS) ? kept : undefined
}

export function keepScroll(place: string, scroll: Scroll, now = Date.now()): void {
	const { [place]: _before, ...others } = all()
	const kept = [...Object.entries(others), [place, { ...scroll, at: now }]].slice(-MOST)
	try {
		sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
	} catch {
		// Without storage the day begins where it always does.
	}
}

function all(): Record<string, Kept> {
	try {
		return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Kept>
	} catch {
		return {}
	}
}
