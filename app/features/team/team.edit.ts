import type { Typed } from '#app/features/shell/edit.ts'

export const EMPLOYEE_LABELS = {
	...{
		name: 'Name',
		title: 'Beruf oder Aufgabe',
		color: 'Farbe im Kalender',
		languages: 'Sprachen',
		active: 'Nimmt Termine an',
	},
}

type Shown = { name: string; title: string; color: string; languages: string[]; active: boolean }

/** What the form of a person holds. */
export function employeeTyped({ name, title, color, languages, active }: Shown): Typed {
	return { name, title, color, languages, active: active ? 'on' : '' }
}
