import { formatTime } from '#app/lib/dates.ts'
import { type BoardData, endsIn, entryIn, instantIn, type Move, startsIn } from './board-data.ts'
import type { Column, Placed } from './columns.ts'
import { cover, type Field, fieldOf, type Place, placeAt } from './field.ts'
import { scrollAtEdges } from './scroll-edges.ts'
import { snapClick, snapEnd, snapMove, snapRange } from './snap.ts'

/**
 * What is being dragged: an entry, with the minutes between its start and the pointer, its end alone (`ends`), with those between it and
 * the pointer, or a new one that starts at a minute.
 */
type Grip = { entry: Placed; key: string; held: number; ends: boolean } | { key: string; from: number }
type Wish = { index: number; from: number; to: number }

export type DragOptions = {
	data: () => BoardData
	onMove: (move: Move) => void
	/** @param key of the column; minutes on the axis */
	onCreate: (key: string, from: number, to: number) => void
	/** Called when a drag begins, to hide what floats over the calendar. */
	onBegin: () => void
}

/** A press that moves less than this many pixels is a click. */
const STILL = 5
const HOLD_MS = 300

/**
 * Listens for drags on the calendar's frame: with the mouse at once, with a finger only after it has rested, because otherwise it
 * scrolls. Each animation frame draws through the style object; only the drop is reported.
 */
export function listenForDrags(frame: HTMLElement, options: DragOptions): () => void {
	const body = frame.querySelector<HTMLElement>('[data-body]')
	const ghost = frame.querySelector<HTMLElement>('[data-ghost]')
	if (!body || !ghost) return () => undefined
	let grip: Grip | undefined
	let dragging = false
	let field: Field = { top: 0, pixels: 1, tracks: [] }
	let press = { x: 0, y: 0, id: 0, timer: 0 }
	let at = { x: 0, y: 0 }
	let drawn = 0
	let shown: Wish | undefined
	// Whether the press that dragged has ended: then the click that follows it is no press.
	let ended = false

	const end = (): void => {
		clearTimeout(press.timer)
		cancelAnimationFrame(drawn)
		if (dragging) ended = true
		grip = undefined
		dragging = false
		delete frame.dataset.dragging
	}
	const cancel = (): void => {
		if (dragging) releaseGhost(frame)
		end()
	}
	const begin = (): void => {
		if (!grip) return
		options.onBegin()
		// Measured before anything changes, because the page would be laid out for it otherwise.
		field = fieldOf(body, options.data())
		dragging = true
		frame.dataset.dragging = ''
		if ('entry' in grip) {
			ghost.dataset.entryId = grip.entry.id
			for (const part of partsOf(frame, grip.entry.id)) part.dataset.dragged = ''
		}
		ghost.hidden = false
		shown = undefined
		draw()
	}
	const draw = (): void => {
		if (!grip || !dragging) return
		const data = options.data()
		scrollAtEdges(frame, at)
		const wish = wishOf(grip, placeAt(field, body, data, at.x, at.y), data)
		const column = data.columns[wish.index]
		// It snaps, so most frames change nothing: then neither text nor position is touched, and nothing is laid out anew.
		if (column && !isSame(wish, shown)) {
			shown = wish
			cover(ghost, field, data, wish.index, wish.from, wish.to)
			const words = [wish.from, wish.to]
				.map((minute) => formatTime(instantIn(data, column, minute), data.zone))
				.join('–')
			ghost.textContent = 'entry' in grip ? `${words} ${grip.entry.title}` : words
		}
		drawn = requestAnimationFrame(draw)
	}
	const drop = (): void => {
		const data = options.data()
		const held = grip
		// Uses the pointer's present position, because no frame may have been drawn since it got there.
		const wanted = held && wishOf(held, placeAt(field, body, data, at.x, at.y), data)
		end()
		const column = wanted && data.columns[wanted.index]
		if (!held || !wanted || !column) return releaseGhost(frame)
		if (!('entry' in held)) {
			releaseGhost(frame)
			return options.onCreate(column.key, wanted.from, wanted.to)
		}
		// The entry may have disappeared or been moved by somebody else in the meantime.
		const entry = entryIn(data, held.entry.id)
		if (!entry || entry.starts !== held.entry.starts || entry.ends !== held.entry.ends) return releaseGhost(frame)
		if (column.key === held.key && wanted.from === entry.from && wanted.to === entry.to) return releaseGhost(frame)
		if (data.rooms) return options.onMove({ entry, room: column.room })
		if (held.ends) return options.onMove({ entry, end: instantIn(data, column, wanted.to) })
		const person = column.person && column.person !== entry.person ? { person: column.person } : {}
		options.onMove({ entry, start: instantIn(data, column, wanted.from), ...person })
	}

	const down = (event: PointerEvent): void => {
		if (event.button !== 0 || !event.isPrimary) return
		cancel()
		ended = false
		const target = event.target as Element
		const key = target.closest<HTMLElement>('[data-track]')?.dataset.track
		const data = options.data()
		const index = data.columns.findIndex((column) => column.key === key)
		if (!key || index < 0) return
		const { minute } = placeAt(fieldOf(body, data), body, data, event.clientX, event.clientY)
		const id = target.closest<HTMLElement>('[data-entry]')?.dataset.entry
		const entry = id === undefined ? undefined : entryIn(data, id)
		if (entry && !entry.movable) return
		const column = data.columns[index]
		if (entry) {
			// The end of an entry that goes on after midnight is in another column.
			const ends = entry.room === undefined && Boolean(target.closest('[data-grip]')) && endsHere(data, column, entry)
			grip = { entry, key, ends, held: minute - (ends ? entry.to : entry.from) }
		} else if (column) grip = { key, from: snapClick(minute, endsIn(column)) }
		press = { x: event.clientX, y: event.clientY, id: event.pointerId, timer: 0 }
		at = { x: event.clientX, y: event.clientY }
		if (event.pointerType === 'touch') press.timer = window.setTimeout(begin, HOLD_MS)
	}
	const move = (event: PointerEvent): void => {
		if (!grip || event.pointerId !== press.id) return
		at = { x: event.clientX, y: event.clientY }
		if (dragging || Math.hypot(at.x - press.x, at.y - press.y) < STILL) return
		if (event.pointerType === 'touch') end()
		else begin()
	}
	const up = (event: PointerEvent): void => {
		if (event.pointerId !== press.id) return
		if (!dragging) return end()
		at = { x: event.clientX, y: event.clientY }
		drop()
	}
	const key = (event: KeyboardEvent): void => {
		if (!dragging || event.key !== 'Escape') return
		event.preventDefault()
		event.stopPropagation()
		cancel()
	}
	// While a finger drags, the page must not scroll below it, and no menu must open.
	const keepStill = (event: Event): void => {
		if (dragging || (event.type === 'contextmenu' && press.timer && grip)) event.preventDefault()
	}
	const noClick = (event: MouseEvent): void => {
		// A key that presses a link makes a click without a press.
		if (!ended || event.detail === 0) return
		ended = false
		event.preventDefault()
		event.stopPropagation()
	}
	const stops = new AbortController()
	const { signal } = stops
	frame.addEventListener('pointerdown', down, { signal })
	frame.addEventListener('touchmove', keepStill, { signal, passive: false })
	frame.addEventListener('contextmenu', keepStill, { signal })
	frame.addEventListener('click', noClick, { signal, capture: true })
	addEventListener('pointermove', move, { signal })
	addEventListener('pointerup', up, { signal })
	addEventListener('pointercancel', cancel, { signal })
	addEventListener('blur', cancel, { signal })
	addEventListener('keydown', key, { signal, capture: true })
	return () => {
		cancel()
		stops.abort()
	}
}

/**
 * The time that a drop at this place would take. An entry keeps its length, and stays in its column when several people serve
 * the appointment.
 */
function wishOf(grip: Grip, place: Place, data: BoardData): Wish {
	const own = data.columns.findIndex(({ key }) => key === grip.key)
	if (!('entry' in grip)) return { index: own, ...within(data, snapRange(grip.from, place.minute)) }
	const { entry, held } = grip
	if (grip.ends) {
		const column = data.columns[own]
		const to = snapEnd(place.minute - held, entry.to, entry.from, column ? startsIn(column, entry.id) : [])
		return { index: own, from: entry.from, to: Math.min(to, data.axis.minutes) }
	}
	// From room to room it keeps its time.
	if (data.rooms) {
		const index = data.columns[place.index]?.room ? place.index : own
		return { index, from: entry.from, to: entry.to }
	}
	const index = data.week || entry.alone ? place.index : own
	const column = data.columns[index]
	const from = snapMove(place.minute - held, entry.from, column ? endsIn(column, entry.id) : [])
	const length = entry.to - entry.from
	const begin = Math.min(Math.max(from, 0), data.axis.minutes - Math.min(length, data.axis.minutes))
	return { index, from: begin, to: begin + length }
}

function isSame(one: Wish, other: Wish | undefined): boolean {
	return other !== undefined && one.index === other.index && one.from === other.from && one.to === other.to
}

function endsHere(data: BoardData, column: Column | undefined, { to, ends }: Placed): boolean {
	return column !== undefined && Date.parse(instantIn(data, column, to)) === Date.parse(ends)
}

function within({ axis }: BoardData, { from, to }: { from: number; to: number }): { from: number; to: number } {
	return { from: Math.max(0, from), to: Math.min(axis.minutes, to) }
}

function partsOf(frame: HTMLElement, id: string): HTMLElement[] {
	return [...frame.querySelectorAll<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)]
}

/** Removes the ghost; the entry is then shown where the answer says. */
export function releaseGhost(frame: HTMLElement): void {
	const ghost = frame.querySelector<HTMLElement>('[data-ghost]')
	if (ghost) ghost.hidden = true
	for (const part of frame.querySelectorAll<HTMLElement>('[data-dragged]')) delete part.dataset.dragged
}
