import { z } from 'zod'
import type { FormReply } from '#app/lib/form.ts'
import { whole } from '#app/lib/fields.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { USUAL_MONTH } from './month.ts'
import type { Month } from './prices.ts'

const amount = 'Bitte geben Sie einen Betrag an, zum Beispiel 45 oder 45,50.'

/** The calculator of /business/preise, sent by GET. */
const monthSchema = z.object({
	personen: whole(1, 100),
	neue: whole(0, 500),
	preis: z
		.string({ error: amount })
		.trim()
		.regex(/^\d{1,4}(,\d{1,2})?\s*(€|euro)?$/i, amount),
})

/** What was typed into the calculator, by its address; the usual month before that. */
export function loadMonth(query: URLSearchParams): { reply?: FormReply; month: Month | null } {
	const asked = Object.keys(USUAL_MONTH).some((name) => query.has(name))
	const submission = parseForm(asked ? query : new URLSearchParams(USUAL_MONTH), { schema: monthSchema })
	const reply = asked ? submission.reply() : undefined
	if (submission.status !== 'success') return { reply, month: null }
	const { personen, neue, preis } = submission.value
	const [euros = '0', cents = ''] = preis.replace(/[^\d,]/g, '').split(',')
	return {
		reply,
		month: { people: personen, newCustomers: neue, firstCents: Number(euros) * 100 + Number(cents.padEnd(2, '0')) },
	}
}
