import { z } from 'zod'
import { line, several } from '#app/lib/fields.ts'
import { addDays, localDate } from '#app/lib/dates.ts'
import { readDate } from '#app/lib/typed-times.ts'
import type { Window } from './orders.contracts.ts'
import { PARTS } from './grid.ts'
import { anyTime, everyDay, windowsBefore, windowsOf } from './windows.ts'

/** The fields of WhenField, as they are sent. */
export const whenFields = {
	wann: z.enum(['tage', 'egal', 'zeitraum']).default('tage'),
	zeit: several(z.string()),
	von: line(40),
	bis: line(40),
	teil: z.enum(['', '0', '1', '2']).default(''),
}
export const whenSchema = z.object(whenFields)
export type When = z.output<typeof whenSchema>
export type WhenFaults = Partial<Record<keyof When, string[]>>

/**
 * The wished times that the fields say; what is wrong goes into `wrong`, by field.
 * @param today local date
 * @param any what "Zeit egal" means
 */
export function readWindows(form: When, today: string, wrong: WhenFaults, any: Window[] = anyTime(today)): Window[] {
	if (form.wann === 'egal') return any
	if (form.wann === 'tage') {
		const windows = windowsOf(form.zeit, today)
		if (!windows.length) wrong.zeit = ['Bitte tippen Sie mindestens eine Zeit an, oder wählen Sie „Zeit egal“.']
		return windows
	}
	const first = readDate(form.von, today).value
	const last = form.bis === '' ? first : readDate(form.bis, today).value
	if (!first || first < today) wrong.von = ['Bitte geben Sie einen Tag ab heute an, zum Beispiel 5.12.']
	if (!last || (first && last < first)) wrong.bis = ['Bitte geben Sie einen Tag an, der nicht vor dem ersten liegt.']
	else if (first && last > addDays(first, 31)) wrong.bis = ['Ein Zeitraum umfasst höchstens 31 Tage.']
	if (!first || !last) return []
	const part = form.teil === '' ? { from: 0, to: 1440 } : PARTS[Number(form.teil)]
	return [{ first, last, weekdays: [1, 2, 3, 4, 5, 6, 7], from: part?.from ?? 0, to: part?.to ?? 1440 }]
}

/** How far ahead may be wished, in days. */
const FARTHEST = 60

/**
 * The same for a place on a waiting list: for an earlier appointment only what lies before the one that is to move.
 * @param replaces when that begins, an instant
 */
export function readWished(
	form: When,
	zone: string,
	replaces: string | null | undefined,
	now: Date,
	wrong: WhenFaults,
): Window[] {
	const today = localDate(now, zone)
	if (!replaces) return readWindows(form, today, wrong)
	const [day, farthest] = [localDate(replaces, zone), addDays(today, FARTHEST)]
	const any = everyDay(today, day < farthest ? day : farthest)
	const windows = windowsBefore(readWindows(form, today, wrong, any), replaces, zone)
	if (windows.length === 0) wrong.zeit ??= ['Bitte wählen Sie Zeiten, die vor Ihrem Termin liegen.']
	return windows
}
