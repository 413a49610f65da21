import { type Appointment, valueOf } from '#app/features/appointments/appointment.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { RosterDay } from './roster.contracts.ts'
import { countOf, loadOf } from './roster.ts'

type Served = Pick<Appointment, 'state' | 'total_cents'>[]

/**
 * "23 Termine · 58 % ausgelastet · 678,00 €" for what is shown; `person` is whose calendar it is, or "". Without
 * `served` there is no value.
 */
export function figuresOf(rows: RosterDay[], person: string, served?: Served): string {
	const [count, load] = [countOf(rows, person), loadOf(rows)]
	return [
		count === 1 ? '1 Termin' : `${count} Termine`,
		...(load === null ? [] : [`${load} % ausgelastet`]),
		...(served ? [formatPrice(valueOf(served))] : []),
	].join(' · ')
}
