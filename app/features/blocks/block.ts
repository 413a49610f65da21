import { addDays } from '#app/lib/dates.ts'

/** Time of a person in which nobody can book. Times are instants (ISO 8601). */
export type Block = {
	id: string
	employee_id: string
	title: string
	starts_at: string
	ends_at: string
	/** Shared by blocks that were entered together. */
	series: string | null
	/** Changes with every change of the block. */
	updated_at: string
}

/** What time is usually blocked for; anything else is a title of its own. */
export const PURPOSES = ['Pause', 'Privat', 'Fortbildung'] as const

export const RHYTHMS = { taeglich: 1, woechentlich: 7 } as const
export type Rhythm = keyof typeof RHYTHMS | ''

/** More are not entered at once. */
export const MOST_DATES = 100

/** The name of a block. */
export function blockName({ title }: { title: string }): string {
	return title || 'Sperrzeit'
}

/** The dates (YYYY-MM-DD) from the first one until another, both included, at most one more than `MOST_DATES`. */
export function repeatedDates(first: string, rhythm: Rhythm, until: string): string[] {
	const dates = [first]
	if (rhythm === '') return dates
	for (let date = addDays(first, RHYTHMS[rhythm]); date <= until; date = addDays(date, RHYTHMS[rhythm])) {
		dates.push(date)
		if (dates.length > MOST_DATES) break
	}
	return dates
}
