import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { State } from './appointment.ts'

/** A declared withdrawal as it was received. */
export type Declaration = {
	id: string
	declared_at: string
	name: string
	email: string
	booking_number: string
	statement: string
}

/** "Widerrufen am So., 22. Nov. 2026, 13:05 Uhr von Mia Muster" */
export function declaredText({ declared_at: at, name }: Declaration, zone: string): string {
	return `Widerrufen am ${formatDate(at, zone)}, ${formatTime(at, zone)} Uhr von ${name}`
}

/**
 * The effect of a declaration on its appointment, unless the state alone shows it. @param effective whether there was a contract to
 * withdraw from
 */
export function effectText(state: State, effective: boolean): string | undefined {
	if (!effective) return 'Kein Widerrufsrecht oder kein Vertrag mehr: Am Termin hat sich nichts geändert.'
	return state === 'cancelled'
		? undefined
		: 'Die Frist zum Absagen war vorbei, der Termin steht noch: Bitte entscheiden Sie und melden Sie sich.'
}
