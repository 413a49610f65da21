import type { BoardData } from './board-data.ts'

/** The positions of the columns, in pixels relative to the body of the calendar. */
export type Field = { top: number; pixels: number; tracks: { left: number; width: number }[] }
/** A place in the calendar: the number of the column, and the minute on the axis, not snapped. */
export type Place = { index: number; minute: number }

/** Measures the calendar; `pixels` is the height of a minute. */
export function fieldOf(body: HTMLElement, { part }: BoardData): Field {
	const box = body.getBoundingClientRect()
	const tracks = [...body.querySelectorAll('[data-track]')].map((track) => track.getBoundingClientRect())
	return {
		top: (tracks[0]?.top ?? 0) - box.top,
		pixels: (tracks[0]?.height ?? 0) / (part.to - part.from),
		tracks: tracks.map(({ left, width }) => ({ left: left - box.left, width })),
	}
}

/** The place under a point on the screen; next to the columns, the nearest one counts. */
export function placeAt(field: Field, body: HTMLElement, { part }: BoardData, x: number, y: number): Place {
	const box = body.getBoundingClientRect()
	const index = field.tracks.findIndex(({ left, width }) => x - box.left < left + width)
	return {
		index: index < 0 ? field.tracks.length - 1 : index,
		minute: part.from + (y - box.top - field.top) / field.pixels,
	}
}

/**
 * Positions an element over a part of a column, through the style object, because the page's policy allows no `style`
 * attribute.
 */
export function cover(mark: HTMLElement, field: Field, data: BoardData, index: number, from: number, to: number): void {
	const track = field.tracks[index]
	if (!track) return
	const top = field.top + (Math.max(from, data.part.from) - data.part.from) * field.pixels
	const end = field.top + (Math.min(to, data.part.to) - data.part.from) * field.pixels
	mark.style.transform = `translate(${track.left}px, ${top}px)`
	mark.style.inlineSize = `${track.width}px`
	mark.style.blockSize = `${Math.max(12, end - top)}px`
}
