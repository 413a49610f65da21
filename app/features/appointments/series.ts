/** How many appointments a series has at most; the database says the same (50_booking/94_series.sql). */
export const MOST_VISITS = 52

/** The distances to choose from, in weeks. */
export const DISTANCES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12]

/** A date of a series that something speaks against, and what can be done about it. */
export type SeriesConflict = {
	/** Counted from one. */
	turn: number
	label: string
	sentences: string[]
	/** Values and words of the choices; the first one is chosen at first. */
	choices: [value: string, words: string][]
}

/** What has to be decided before a series is made. `of` names the series, so that no answer is taken for that of another one. */
export type SeriesQuestion = {
	of: string
	conflicts: SeriesConflict[]
	/** What was decided before. */
	decided: [turn: number, value: string][]
}

/** The field with the decision about a date. */
export const decisionName = (turn: number): string => `serie-${turn}`

/** How often, as typed: every so many weeks, so many times; or what is wrong, by field. */
export function readRhythm(typed: {
	wochen?: string
	anzahl?: string
}): { weeks: number; count: number } | { errors: Record<string, string> } {
	const [weeks, count] = [Number(typed.wochen), Number(typed.anzahl?.trim() || Number.NaN)]
	if (!DISTANCES.includes(weeks)) return { errors: { wochen: 'Bitte wählen Sie den Abstand der Termine.' } }
	if (!Number.isInteger(count) || count < 2 || count > MOST_VISITS)
		return { errors: { anzahl: `Bitte geben Sie an, wie viele Termine es zusammen sind: 2 bis ${MOST_VISITS}.` } }
	return { weeks, count }
}
