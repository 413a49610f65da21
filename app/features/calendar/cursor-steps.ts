import type { BoardData } from './board-data.ts'
import type { Column, Placed } from './columns.ts'
import { STEP } from './snap.ts'

/** The cursor's position: column, minute on the axis, and the entry that it is on. */
export type Spot = { index: number; minute: number; entry?: string }

/** The entries at a minute, without processing gaps. */
export function entriesAt({ entries }: Column, minute: number): Placed[] {
	return entries.filter(
		({ from, to, gap }) => from <= minute && to > minute && !(gap && gap.from <= minute && gap.to > minute),
	)
}

/** The cursor's first position: the first entry, otherwise the first shown time. */
export function firstSpot({ columns, part }: BoardData): Spot {
	const index = Math.max(
		0,
		columns.findIndex(({ today }) => today),
	)
	const [first] = columns[index]?.entries ?? []
	return { index, ...(first ? { minute: first.from, entry: first.id } : { minute: part.from }) }
}

/** The position that a key leads to; undefined for keys that the cursor does not use. */
export function spotAfter(key: string, spot: Spot, data: BoardData): Spot | undefined {
	const column = data.columns[spot.index]
	if (!column) return undefined
	if (key === 'ArrowLeft' || key === 'ArrowRight') return beside(spot, key === 'ArrowLeft' ? -1 : 1, data)
	const stops = stopsOf(column, data)
	const before = stops.filter((stop) => stop < spot.minute)
	const after = stops.filter((stop) => stop > spot.minute)
	const minute = {
		ArrowUp: before.at(-1),
		ArrowDown: after[0],
		PageUp: before.findLast((stop) => stop <= spot.minute - 60) ?? stops[0],
		PageDown: after.find((stop) => stop >= spot.minute + 60) ?? stops.at(-1),
		Home: stops[0],
		End: stops.at(-1),
	}[key]
	if (minute === undefined) return key === 'ArrowUp' || key === 'ArrowDown' ? spot : undefined
	return standing(spot.index, minute, column)
}

/** The grid lines and the starts of entries, which the cursor can all reach. */
function stopsOf({ entries }: Column, { part }: BoardData): number[] {
	const stops = new Set(entries.map(({ from }) => from).filter((from) => from >= part.from))
	for (let minute = part.from; minute < part.to; minute += STEP) stops.add(minute)
	return [...stops].sort((one, other) => one - other)
}

/** Moves sideways: first through overlapping entries, then to the next column. */
function beside(spot: Spot, step: -1 | 1, { columns }: BoardData): Spot {
	const here = columns[spot.index]
	const lanes = here ? entriesAt(here, spot.minute).toSorted((one, other) => one.lane - other.lane) : []
	const next = spot.entry ? lanes[lanes.findIndex(({ id }) => id === spot.entry) + step] : undefined
	if (next) return { ...spot, entry: next.id }
	const index = spot.index + step
	const column = columns[index]
	return column ? standing(index, spot.minute, column, step) : spot
}

function standing(index: number, minute: number, column: Column, step: -1 | 1 = 1): Spot {
	const found = entriesAt(column, minute)
	// An entry in the gap of another one is in front of it.
	const entry = found.find(({ nested }) => nested) ?? found.at(step === 1 ? 0 : -1)
	return { index, minute, ...(entry && { entry: entry.id }) }
}
