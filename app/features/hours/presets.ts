import type { Span } from './weeks.ts'

type Rule = { first: number; last: number; starts: string; ends: string }

/** Usual weeks, by the value of the form. */
const PRESETS: Record<string, { label: string; rules: Rule[] }> = {
	'mo-fr': { label: 'Mo–Fr 9–18 Uhr', rules: [{ first: 1, last: 5, starts: '09:00', ends: '18:00' }] },
	'mo-sa': {
		label: 'Mo–Fr 9–18, Sa 9–14 Uhr',
		rules: [
			{ first: 1, last: 5, starts: '09:00', ends: '18:00' },
			{ first: 6, last: 6, starts: '09:00', ends: '14:00' },
		],
	},
	'di-sa': { label: 'Di–Sa 9–18 Uhr', rules: [{ first: 2, last: 6, starts: '09:00', ends: '18:00' }] },
}

export const PRESET_CHOICES = Object.entries(PRESETS).map(([value, { label }]) => ({ value, label }))

/** The days of a preset, beginning on Monday; undefined when there is no such preset. */
export function presetWeek(value: string): Span[][] | undefined {
	const preset = Object.hasOwn(PRESETS, value) ? PRESETS[value] : undefined
	return (
		preset &&
		[1, 2, 3, 4, 5, 6, 7].map((day) =>
			preset.rules
				.filter(({ first, last }) => day >= first && day <= last)
				.map(({ starts, ends }) => ({ starts, ends })),
		)
	)
}
