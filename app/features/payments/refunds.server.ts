import { submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { refundedContract } from './admin.contracts.ts'
import { refundSchema } from './refund.form.ts'

/** Gives back a part of a payment or all of it, or says that somebody has looked at it. @param back address of the page */
export function changePayment(client: Client, payment: string, back: string, form: FormData) {
	if (textOf(form, 'intent') === 'checked')
		return submitPlain(form, back, () => client.rpc('check_off_payment', { p_payment: payment }))
	return submit(form, refundSchema, back, async ({ key, amount, note }) => {
		const args = { p_payment: payment, p_key: key, p_amount_cents: amount, p_note: note }
		const { error } = await call(client, 'refund_payment', refundedContract, args)
		return error?.message === 'refund_too_high'
			? { error: null, fields: { amount: [tooHigh(Number(error.details))] } }
			: { error }
	})
}

function tooHigh(left: number): string {
	return left > 0 ? `Von dieser Zahlung sind noch ${formatPrice(left)} übrig.` : errorMessage('refund_too_high')
}
