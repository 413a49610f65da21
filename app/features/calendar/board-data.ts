import { type Axis, instantAt } from './axis.ts'
import type { Column, Placed } from './columns.ts'

/** What the calendar shows of its axis, in minutes on it. */
export type Part = { from: number; to: number }

export type BoardData = {
	axis: Axis
	part: Part
	marks: { at: number; text: string }[]
	columns: Column[]
	/** Columns are days that the people share, or those of one person; else they are people on one day. */
	week: boolean
	zone: string
	/** The instant (ISO) of the answer. */
	now: string
}

/** A wish: the line begins at `start` (ISO), or some days from where it stands; `person` takes it over. */
export type Move = { entry: Placed; start?: string; days?: number; person?: string }

/** Whether two answers say the same of a column: each brings new objects. */
export function sameColumn(one: Column, other: Column): boolean {
	return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Where other lines of a column end, to which new ones are laid. */
export function endsIn(column: Column, except = ''): number[] {
	return column.entries.filter(({ id }) => id !== except).flatMap(({ to, gap }) => (gap ? [gap.from, to] : [to]))
}

/** An entry by its id. */
export function entryIn({ columns }: BoardData, id: string): Placed | undefined {
	for (const { entries } of columns) for (const entry of entries) if (entry.id === id) return entry
	return undefined
}

/** The instant (ISO) of a place. */
export function instantIn({ axis }: BoardData, column: Column, minute: number): string {
	return instantAt(axis, column.day, minute)
}

export function appointmentCount(count: number): string {
	return count === 0 ? 'keine Termine' : count === 1 ? '1 Termin' : `${count} Termine`
}
