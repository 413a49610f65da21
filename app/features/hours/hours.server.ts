import { data } from 'react-router'
import { z } from 'zod'
import { type CodedError, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { readDate } from '#app/lib/typed-times.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { nameOf, type Result, submitPlain } from '#app/features/shell/commands.server.ts'
import { SHOWN } from '#app/features/shell/edit.ts'
import { loadWeek } from './hours.queries.server.ts'
import { mergeWeeks, weeksTyped } from './merge-weeks.ts'
import { presetWeek } from './presets.ts'
import { readWeeks } from './read-weeks.ts'
import { copyTypedWeek, fillWeeks, holdWeeks } from './rota-fields.ts'
import { type HoursRow, type Period, periodAt, periodsOf, rowsOf, withPeriod } from './weeks.ts'

export type Place = {
	client: Client
	locationId: string
	/** Local date. */ today: string
	/** Address of the page. */ back: string
}

// Whoever saves at the same moment comes first; then the form is joined with theirs once more.
const ATTEMPTS = 3

/**
 * Saves the typed weeks of a person, or of the location if `id` is its own. What others have stored since the form was shown stays on days
 * that were not touched; where both have changed the same day the answer says what is stored, and saving once more decides.
 */
export async function saveWeeks(place: Place, id: string, form: FormData) {
	const typed = readWeeks(form, place.today)
	if ('fields' in typed) return answer(form, place, { error: null, fields: typed.fields })
	if ('code' in typed) return answer(form, place, { error: { code: typed.code } })
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const stored = await loadWeek(place.client, place.locationId, id)
		if (!stored) break
		const { periods, conflicts } = mergeWeeks(typed.periods, textOf(form, SHOWN), periodsOf(stored))
		if (conflicts.length > 0) {
			const sentence = `${errorMessage('edited_meanwhile')} Jetzt gespeichert: ${conflicts.join(', ')}.`
			const kept = formOf(form, periods, weeksTyped(periodsOf(stored)))
			return answer(kept, place, { error: null, fields: { '': [sentence] } })
		}
		const { error } = await replace(place, id, rowsOf(periods), stored)
		if (error?.message !== 'hours_changed') return answer(form, place, { error })
	}
	return answer(form, place, { error: { code: 'employee_not_found' } })
}

/** Begins a period with other times: a copy of what holds on its first day, to be changed next. */
export async function addPeriod(place: Place, id: string, form: FormData) {
	const [first, last] = [readDate(textOf(form, 'from'), place.today), readDate(textOf(form, 'to'), place.today)]
	const faults = [...(first.fault ? [['from', [first.fault]]] : []), ...(last.fault ? [['to', [last.fault]]] : [])]
	return submitPlain(form, place.back, async () => {
		if (faults.length > 0) return { error: null, fields: Object.fromEntries(faults) as Record<string, string[]> }
		if (first.value === '') return { error: { code: 'period_missing' } }
		if (last.value !== '' && last.value < first.value) return { error: { code: 'period_invalid' } }
		const stored = await loadWeek(place.client, place.locationId, id)
		if (!stored) return { error: { code: 'employee_not_found' } }
		return replace(place, id, withPeriod(stored, first.value, last.value || null), stored)
	})
}

/** Writes a preset, or what holds for somebody else today, into the first typed period; nothing is saved yet. */
export async function fillIn(place: Place, form: FormData) {
	const chosen = textOf(form, 'preset')
	const days = presetWeek(chosen)
	const other = days ? undefined : periodAt((await loadWeek(place.client, place.locationId, chosen)) ?? [], place.today)
	const week = days ?? other?.days ?? []
	form.set('intent', 'week')
	if (week.every((spans) => spans.length === 0))
		return answer(form, place, { error: null, fields: { preset: ['Bitte wählen Sie eine Vorlage mit Zeiten.'] } })
	for (const [index, spans] of week.entries()) setDay(form, `0-${index + 1}`, spans)
	holdWeeks(form, 0, week.length / 7)
	form.set('start-0', other?.start ?? '')
	return unsaved(form)
}

/** Gives the typed periods as many weeks as were asked for, or copies one typed week to another; nothing is saved yet. */
export function changeWeeks(place: Place, form: FormData) {
	if (form.has('copyweek')) copyTypedWeek(form)
	else fillWeeks(form, place.today)
	form.set('intent', 'week')
	return unsaved(form)
}

function unsaved(form: FormData) {
	return data({ form: nameOf(form), reply: parseForm(form, { schema: z.object({}) }).reply() })
}

/** Gives a person the week of the location, or a copy of it as their own. Loses nothing that the caller has not seen. */
export async function chooseHours({ client, locationId, back }: Place, id: string, form: FormData) {
	return submitPlain(form, back, async () => {
		const stored = await loadWeek(client, locationId, id)
		if (!stored) return { error: { code: 'employee_not_found' } }
		if (textOf(form, SHOWN) !== JSON.stringify(weeksTyped(periodsOf(stored))))
			return { error: { code: 'hours_changed' } }
		return client.rpc('choose_hours', { p_employee: id, p_own: form.get('own') === 'on', p_was: stored })
	})
}

function replace(
	{ client, locationId }: Place,
	id: string,
	p_rows: HoursRow[],
	p_was: HoursRow[],
): PromiseLike<{ error: CodedError | null }> {
	return id === locationId
		? client.rpc('replace_location_hours', { p_location: id, p_rows, p_was })
		: client.rpc('replace_working_hours', { p_employee: id, p_rows, p_was })
}

function answer(form: FormData, { back }: Place, result: Result) {
	return submitPlain(form, back, async () => result)
}

/** The form as if these weeks had been typed and `shown` had been shown. */
function formOf(form: FormData, periods: Period[], shown: Record<string, string>): FormData {
	const kept = new FormData()
	kept.set('intent', 'week')
	kept.set('id', textOf(form, 'id'))
	kept.set(SHOWN, JSON.stringify(shown))
	for (const [number, { key, from, to, start, days }] of periods.entries()) {
		kept.append('period', key)
		kept.set(`from-${number}`, from)
		kept.set(`until-${number}`, to)
		kept.set(`start-${number}`, start)
		holdWeeks(kept, number, days.length / 7)
		for (const [index, spans] of days.entries()) setDay(kept, `${number}-${index + 1}`, spans)
	}
	return kept
}

function setDay(form: FormData, name: string, spans: Period['days'][number]): void {
	for (const field of ['starts', 'ends'] as const) {
		form.delete(`${field}-${name}`)
		for (const span of spans) form.append(`${field}-${name}`, span[field])
	}
}
