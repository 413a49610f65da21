import { type Axis, instantAt } from './axis.ts'
import type { Column, Placed } from './columns.ts'

/** The shown part of the axis, in its minutes. */
export type Part = { from: number; to: number }

export type BoardData = {
	axis: Axis
	part: Part
	marks: { at: number; text: string }[]
	columns: Column[]
	/** Columns are days, shared by the people or of one person; otherwise they are people on one day. */
	week: boolean
	/** Columns are rooms and devices instead of people; what is moved there changes only its room. */
	rooms: boolean
	zone: string
	/** The instant (ISO) of the answer. */
	now: string
}

/**
 * A requested move: the line begins at `start` (ISO), or some days from its present place; `person` takes it over. Or another length: it
 * begins where it is and ends at `end` (ISO). Or another room.
 */
export type Move = { entry: Placed; start?: string; days?: number; person?: string; end?: string; room?: string }

/** Whether a column has the same content in two answers, which consist of new objects each time. */
export function sameColumn(one: Column, other: Column): boolean {
	return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** The ends of other lines in a column, which new lines snap to. */
export function endsIn(column: Column, except = ''): number[] {
	return column.entries.filter(({ id }) => id !== except).flatMap(({ to, gap }) => (gap ? [gap.from, to] : [to]))
}

/** The starts of other lines in a column, which the end of a line snaps to. */
export function startsIn(column: Column, except: string): number[] {
	return column.entries.filter(({ id }) => id !== except).map(({ from }) => from)
}

/** An entry by its id. */
export function entryIn({ columns }: BoardData, id: string): Placed | undefined {
	for (const { entries } of columns) for (const entry of entries) if (entry.id === id) return entry
	return undefined
}

/** The instant (ISO) at a position. */
export function instantIn({ axis }: BoardData, column: Column, minute: number): string {
	return instantAt(axis, column.day, minute)
}

export function appointmentCount(count: number): string {
	return count === 0 ? 'keine Termine' : count === 1 ? '1 Termin' : `${count} Termine`
}
