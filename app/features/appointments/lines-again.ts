import { centsOf } from '#app/features/services/price.ts'
import type { Line } from './appointment.ts'
import type { TypedLine } from './edit-lines.ts'

/** A line as change_appointment takes it; null: as agreed before, or as the service says. */
export type Wished = {
	service: string
	employee: string | null
	minutes: number | null
	price: number | null
	origin: number | null
	resource: string | null
}

/**
 * Earlier lines, to be made of those that are stored now: each keeps the price agreed for a stored line of its service. Only who may set
 * prices (`prices`) asks for another.
 */
export function linesAgain(before: TypedLine[], stored: Line[], prices: boolean): Wished[] {
	const left = [...stored]
	return before.map(({ service, person, minutes, price, room }) => {
		const same = left.find(({ service_id, employee_id }) => service_id === service && employee_id === person)
		const kept = same ?? left.find(({ service_id }) => service_id === service)
		if (kept) left.splice(left.indexOf(kept), 1)
		return {
			...{ service, employee: person || null, minutes: minutes ? Number(minutes) : null },
			...{ price: prices && price ? centsOf(price) : null, origin: kept?.position ?? null },
			resource: room || null,
		}
	})
}
