import { textOf } from '#app/lib/form.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { mondayOf } from '#app/lib/rota.ts'

/** Rotas have this many weeks at most. */
export const MOST_WEEKS = 4
/** The first date on which a rota can begin. */
export const EARLIEST_START = '2000-01-03'

/** Names of the fields that copy a day within one week of a period. */
export function fieldsOfWeeks(period: number, week: number): { copy: string; to: string } {
	const where = week === 1 ? String(period) : `${period}w${week}`
	return { copy: `copy-${where}`, to: `to-${where}` }
}

/** How many weeks of a period a form holds, and how many it asks for. */
export function weekNumbers(form: FormData, period: number): { held: number; wanted: number } {
	const held = Math.min(Math.max(form.getAll(`week-${period}`).length, 1), MOST_WEEKS)
	const asked = Number(textOf(form, `weeks-${period}`) || held)
	return { held, wanted: Number.isInteger(asked) && asked >= 1 && asked <= MOST_WEEKS ? asked : held }
}

/** Gives the form as many weeks as it asks for; new ones begin as the first one, and the first in the week of `today`. */
export function fillWeeks(form: FormData, today: string): void {
	for (const period of form.getAll('period').keys()) {
		const { held, wanted } = weekNumbers(form, period)
		for (let week = held + 1; week <= wanted; week++) copyWeek(form, period, 1, week)
		holdWeeks(form, period, wanted)
		const start = `start-${period}`
		if (wanted > 1 && textOf(form, start) === '') form.set(start, dateText(mondayOf(today)))
	}
}

/** Says that the form holds so many weeks. */
export function holdWeeks(form: FormData, period: number, weeks: number): void {
	form.delete(`week-${period}`)
	for (let week = 1; week <= weeks; week++) form.append(`week-${period}`, String(week))
	form.set(`weeks-${period}`, String(weeks))
}

/** Copies the typed times of one week to another, as `copyweek` says: "<period>-<from>-<to>". */
export function copyTypedWeek(form: FormData): void {
	const [period = 0, from = 1, to = 1] = textOf(form, 'copyweek').split('-').map(Number)
	const { held } = weekNumbers(form, period)
	if (![from, to].every((week) => Number.isInteger(week) && week >= 1 && week <= held)) return
	copyWeek(form, period, from, to)
}

function copyWeek(form: FormData, period: number, from: number, to: number): void {
	for (let day = 1; day <= 7; day++)
		for (const field of ['starts', 'ends']) {
			const [source, target] = [from, to].map((week) => `${field}-${period}-${7 * (week - 1) + day}`)
			form.delete(target ?? '')
			for (const text of form.getAll(source ?? '')) form.append(target ?? '', text)
		}
}
