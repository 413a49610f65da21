import { z } from 'zod'
import { formatPrice } from '#app/lib/money.ts'

/** What `list_payment_terms` answers: the services of which something is paid when they are booked. */
export const paymentTermsContract = z.array(
	z.object({
		...{ service_id: z.uuid(), mode: z.enum(['deposit', 'full']), keeps_on_no_show: z.boolean(), test: z.boolean() },
		/** Of a deposit: a share of the price, or a fixed sum. */
		...{ percent: z.int().nullable(), cents: z.int().nullable() },
		due_cents: z.int(),
		/** Of what was paid, for cancelling after the deadline; null when that cannot be done. */
		late_percent: z.int().nullable(),
		/** Only once the business has said yes. */
		after_answer: z.boolean(),
	}),
)
export type ServiceTerms = z.output<typeof paymentTermsContract>[number]

/** What stands at a service: "20 % Anzahlung bei der Buchung". */
export function termsNote(terms: Pick<ServiceTerms, 'mode' | 'percent' | 'cents' | 'after_answer'>): string {
	const { mode, percent, cents, after_answer } = terms
	const when = after_answer ? 'nach der Zusage' : 'bei der Buchung'
	if (mode === 'full') return `Zahlung ${when}`
	return `${percent === null ? formatPrice(cents ?? 0) : `${percent}\u00A0%`} Anzahlung ${when}`
}

/** What customers are told about cancelling after the deadline, before they book. */
export const lateNote = ({ late_percent: late }: Pick<ServiceTerms, 'late_percent'>): string =>
	late === null
		? 'Nach der Frist ist online keine Absage mehr möglich.'
		: `Absage nach der Frist: ${late}\u00A0% davon bleiben beim Betrieb.`
