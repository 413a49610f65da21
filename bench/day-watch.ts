/** What a page notes about itself; milliseconds since its navigation began, where nothing else is said. */
export type DayWatch = {
	/** The largest paint; when all entries were drawn; when they can be moved. */
	largest: number
	drawn: number
	usable: number
	/** The sum of layout shifts. */
	shift: number
	/** Milliseconds from one frame to the next, and of each frame with more than 50 ms of work. */
	frames: number[]
	long: number[]
	/** So many entries are waited for, and when they were drawn, in milliseconds since 1970. */
	awaited: number
	seen: number
	kept: Map<string, Element>
}

declare global {
	// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the window's
	interface Window {
		day: DayWatch
	}
}

/** Runs in the page before anything else. @param entries how many the day has */
export function watchDay(entries: number): void {
	const day: DayWatch = {
		...{ largest: 0, drawn: 0, usable: 0, shift: 0, frames: [], long: [], awaited: 0, seen: 0 },
		kept: new Map(),
	}
	window.day = day
	const follow = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void): void =>
		new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
	follow('largest-contentful-paint', ({ startTime }) => (day.largest = startTime))
	follow('layout-shift', ({ value = 0 }) => (day.shift += value))
	follow('long-animation-frame', ({ duration }) => day.long.push(duration))
	let last = 0
	const drawn = (note: () => void): void => void requestAnimationFrame(() => setTimeout(note))
	const look = (at: number): void => {
		if (last) day.frames.push(at - last)
		last = at
		if (!day.usable) {
			const count = document.querySelectorAll('a[data-entry]').length
			if (!day.drawn && count >= entries) drawn(() => (day.drawn ||= performance.now()))
			if (document.querySelector('[data-usable="true"]')) day.usable = performance.now()
		}
		if (day.awaited && document.querySelectorAll('a[data-entry]').length >= day.awaited) {
			day.awaited = 0
			drawn(() => (day.seen = Date.now()))
		}
		requestAnimationFrame(look)
	}
	requestAnimationFrame(look)
}

/** Runs in the page: forgets the frames and shifts so far, and remembers the elements of all entries. */
export function beginWatching(): void {
	const { day } = window
	Object.assign(day, { shift: 0, frames: [], long: [], awaited: 0, seen: 0 })
	const entries = [...document.querySelectorAll<HTMLElement>('a[data-entry]')]
	day.kept = new Map(entries.map((entry) => [String(entry.dataset.entry), entry]))
}

/** Runs in the page: what was noted since, and how many entries have another element now, or none. */
export function endWatching(): Pick<DayWatch, 'shift' | 'frames' | 'long'> & { replaced: number } {
	const { shift, frames, long, kept } = window.day
	return { shift, frames, long, replaced: [...kept.values()].filter((entry) => !entry.isConnected).length }
}
