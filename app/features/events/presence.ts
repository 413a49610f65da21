import type { State } from '#app/features/appointments/appointment.ts'

/** How a booking of a course can end, as the state that it then has, in the words of its list. */
export const PRESENCES = { completed: 'Wahrgenommen', no_show: 'Nicht erschienen' } as const

/** Whether somebody came can be said of a booking in this state. */
export const isMarkable = (state: State): boolean => state === 'confirmed' || state in PRESENCES

/** "ja", "nein", or nothing while nobody has said it. */
export const presenceText = (state: State): string => (state === 'completed' ? 'ja' : state === 'no_show' ? 'nein' : '')

/** "Rosa Regel: nicht erschienen."; several without names. */
export function markedText(names: string[], state: State): string {
	const words = (state === 'completed' || state === 'no_show' ? PRESENCES[state] : 'wieder offen').toLowerCase()
	const [only] = names
	return names.length === 1 ? `${only}: ${words}.` : `${names.length} Buchungen: ${words}.`
}
