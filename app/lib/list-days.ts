import { readDate, type Typed } from './typed-times.ts'

/** A day in a list that reaches into the past as well as the future. @param today local date */
export function readListDate(text: string | null, today: string): Typed {
	return readDate(text, today, 'nearest')
}

export type ListDay = { typed: string; fault: string | undefined }
export type ListDays = { from: ListDay; to: ListDay }

/** What the fields for the first and last day of a list show: what was typed where it is no day, else the day that was read. */
export function listDays(query: URLSearchParams, { from, to }: { from: string; to: string }, today: string): ListDays {
	const shown = (name: string, date: string): ListDay => {
		const typed = query.get(name)?.slice(0, 40) ?? ''
		const { fault } = readListDate(typed, today)
		return { typed: fault ? typed : date, fault }
	}
	return { from: shown('von', from), to: shown('bis', to) }
}
