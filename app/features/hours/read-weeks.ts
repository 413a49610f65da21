import { mondayOf } from '#app/lib/rota.ts'
import { readDate, readTime, type Typed } from '#app/lib/typed-times.ts'
import { doubtOf, overlapOf } from './nonsense.ts'
import { EARLIEST_START, fieldsOfWeeks, weekNumbers } from './rota-fields.ts'
import { type Period, type Span, WEEKDAYS } from './weeks.ts'

/**
 * The weeks that a form describes, or what is wrong with them: a code, or error messages by field. A field name shared by several rows
 * has one message for each row, "" where nothing is wrong. The field `sure` has one if saving all the same is possible.
 */
export type TypedWeeks = { periods: Period[] } | { code: 'period_invalid' } | { fields: Record<string, string[]> }

const MISSING = 'Bitte füllen Sie Beginn und Ende aus, oder leeren Sie beides.'

/**
 * Reads the weeks of a form. The fields `period` hold the keys of what was shown; those of the first one are named `from-0`, `until-0`,
 * `starts-0-<day>`, … `00:00` as an end is midnight. Days are numbered on through the weeks of a rota: `weeks-0` says how many there are to be
 * (those that the form does not hold yet begin as the first one) and `start-0` is any date in the first one. `copy-0` names a weekday whose times
 * also hold on those of `to-0` (`copy-0w2` in the second week); the period whose number `drop` names is left out. With `sure` unusual times are
 * taken as they are. @param today local date
 */
export function readWeeks(form: FormData, today: string): TypedWeeks {
	const texts = (name: string): string[] => form.getAll(name).map((value) => (typeof value === 'string' ? value : ''))
	const fields: Record<string, string[]> = {}
	const codes: 'period_invalid'[] = []
	/** The values of a field, in order; what is wrong with them is kept. */
	const values = (name: string, read: (text: string) => Typed): string[] => {
		const typed = texts(name).map((text) => read(text))
		if (typed.some(({ fault }) => fault)) fields[name] = typed.map(({ fault = '' }) => fault)
		return typed.map(({ value }) => value)
	}
	const dayOf = (name: string): Span[] => {
		const ends = values(`ends-${name}`, (text) => readTime(text, { ends: true }))
		const spans = values(`starts-${name}`, (text) => readTime(text)).map((starts, index) => {
			const last = ends[index] ?? ''
			return { starts, ends: last === '00:00' ? '24:00' : last }
		})
		if (fields[`starts-${name}`] || fields[`ends-${name}`]) return []
		const faults = spans.map((_, index) => overlapOf(spans, index))
		if (faults.some(Boolean)) fields[`starts-${name}`] = faults
		const doubts = form.has('sure') ? [] : spans.map(doubtOf)
		if (doubts.some(Boolean)) {
			fields[`ends-${name}`] = doubts
			fields.sure = ['Bitte prüfen Sie die Zeiten über Mitternacht.']
		}
		for (const [field, other] of [
			['starts', 'ends'],
			['ends', 'starts'],
		] as const) {
			const missing = spans.map((span) => (span[other] && !span[field] ? MISSING : ''))
			if (missing.some(Boolean)) fields[`${field}-${name}`] = missing
		}
		return spans.filter(({ starts, ends: last }) => starts || last)
	}
	const periods = texts('period').flatMap((key, number): Period[] => {
		if (texts('drop').includes(String(number))) return []
		const [from = ''] = values(`from-${number}`, (text) => readDate(text, today))
		const [to = ''] = values(`until-${number}`, (text) => readDate(text, today))
		if (from && to && from > to) codes.push('period_invalid')
		const weekOf = (week: number): Span[][] => {
			const days = WEEKDAYS.map((_, index) => dayOf(`${number}-${7 * (week - 1) + index + 1}`))
			const { copy, to: others } = fieldsOfWeeks(number, week)
			const [source, targets] = [Number(texts(copy)[0]), texts(others).map(Number)]
			const fault = copyFault(days, source, targets)
			if (fault) fields[copy] = [fault]
			return days.map((own, index) => (targets.includes(index + 1) ? (days[source - 1] ?? own) : own))
		}
		const { held, wanted } = weekNumbers(form, number)
		const weeks = Array.from({ length: Math.min(held, wanted) }, (_, index) => weekOf(index + 1))
		const days = Array.from({ length: wanted }, (_, index) => weeks[index] ?? weeks[0] ?? []).flat()
		const [start = ''] = values(`start-${number}`, (text) => readStart(text, today))
		return [{ key, from, to, start: wanted > 1 ? mondayOf(start || today) : '', days }]
	})
	if (Object.keys(fields).length > 0) return { fields }
	return codes[0] ? { code: codes[0] } : { periods }
}

/** Reads a date of the week with which a rota begins. */
function readStart(text: string, today: string): Typed {
	const typed = readDate(text, today, 'nearest')
	if (typed.value === '' || typed.value >= EARLIEST_START) return typed
	return { value: '', fault: 'Bitte geben Sie einen Tag ab dem Jahr 2000 an.' }
}

/** Why times cannot be copied from one weekday to others. */
function copyFault(days: Span[][], source: number, targets: number[]): string | undefined {
	if (targets.length > 0 && !source) return 'Bitte wählen Sie, von welchem Tag die Zeiten kommen.'
	if (!source) return undefined
	if (targets.length === 0) return 'Bitte wählen Sie, für welche Tage die Zeiten auch gelten.'
	const empty = days[source - 1]?.length === 0
	return empty ? `Für ${WEEKDAYS[source - 1]} stehen keine Zeiten da, die sich übernehmen ließen.` : undefined
}
