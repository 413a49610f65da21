import { textOf } from '#app/lib/form.ts'
import { mergeEdit, SHOWN, type Typed } from '#app/features/shell/edit.ts'
import { dayInPeriod, type Period, type Span, periodName, spansText } from './weeks.ts'

/** What a week's form shows, as fields of one text each: `<key> from`, `<key> to`, for a rota `<key> start`, and `<key> 1` and so on for the days. */
export function weeksTyped(periods: Period[]): Record<string, string> {
	return Object.fromEntries(
		periods.flatMap(({ key, from, to, start, days }) => [
			[`${key} from`, from],
			[`${key} to`, to],
			[`${key} weeks`, String(days.length / 7)],
			[`${key} start`, start],
			...days.map((spans, index) => [`${key} ${index + 1}`, spansText(spans)]),
		]),
	)
}

type Merged = {
	/** The typed weeks with the stored days wherever the person has changed nothing. */
	periods: Period[]
	/** What somebody else has changed to something else meanwhile, and what is stored of it now, in words. */
	conflicts: string[]
}

/** Joins typed weeks day by day with those stored since `shown` was; other periods than those shown are one conflict. */
export function mergeWeeks(typed: Period[], shown: string, stored: Period[]): Merged {
	const form = new FormData()
	for (const [name, text] of Object.entries(weeksTyped(typed))) form.append(name, text)
	form.set(SHOWN, shown)
	const keys = keysOf(shown)
	if (keys && keys.join(' ') !== stored.map(({ key }) => key).join(' ')) {
		if (JSON.stringify(weeksTyped(typed)) === shown) return { periods: stored, conflicts: [] }
		return { periods: typed, conflicts: [`Zeiträume „${stored.map(periodName).join('“, „')}“`] }
	}
	const merged = mergeEdit(form, weeksTyped(stored))
	const text = (name: string): string => textOf(merged.form, name)
	const label = (name: string): string => {
		const [key = '', field = ''] = name.split(' ')
		const period = stored.find((one) => one.key === key)
		const what =
			{ from: 'Gültig ab', to: 'Gültig bis' }[field] ?? dayInPeriod(period?.days.length ?? 7, Number(field) - 1)
		const now = weeksTyped(stored)[name]
		const where = stored.length > 1 && period ? ` (${periodName(period)})` : ''
		return `${what}${where} ${now ? `„${now}“` : '(nichts)'}`
	}
	return {
		periods: stored.map(({ key }) => ({
			key,
			from: text(`${key} from`),
			to: text(`${key} to`),
			start: text(`${key} start`),
			days: Array.from({ length: 7 * Number(text(`${key} weeks`)) }, (_, index) =>
				spansIn(text(`${key} ${index + 1}`)),
			),
		})),
		conflicts: merged.conflicts.map(label),
	}
}

/** The keys of the periods that were shown; undefined when that cannot be read. */
function keysOf(shown: string): string[] | undefined {
	try {
		const fields: unknown = JSON.parse(shown)
		if (typeof fields !== 'object' || fields === null) return undefined
		return Object.keys(fields as Typed).flatMap((name) => (name.endsWith(' from') ? [name.slice(0, -5)] : []))
	} catch {
		return undefined
	}
}

function spansIn(text: string): Span[] {
	return text
		.split(', ')
		.filter(Boolean)
		.map((span) => ({ starts: span.slice(0, 5), ends: span.slice(6) }))
}
