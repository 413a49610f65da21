import { type Appointment, valueOf } from '#app/features/appointments/appointment.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { RosterDay } from './roster.contracts.ts'
import { countOf, loadOf } from './roster.ts'

type Served = Pick<Appointment, 'state' | 'total_cents'>[]

/** How many appointments there are, how much of the working time they take, and what they are worth: "23 Termine", "58 %", "678,00 €". */
export type Figures = { count: string; load?: string; value?: string }

/** The figures of what is shown; `person` is whose calendar it is, or "". Without `served` there is no value. */
export function figuresOf(rows: RosterDay[], person: string, served?: Served): Figures {
	const [count, load] = [countOf(rows, person), loadOf(rows)]
	return {
		count: count === 1 ? '1 Termin' : `${count} Termine`,
		...(load !== null && { load: `${load} %` }),
		...(served && { value: formatPrice(valueOf(served)) }),
	}
}
