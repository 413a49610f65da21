import { loadTerms } from '#app/features/services/payment-terms.server.ts'
import { lateNote, termsNote } from '#app/features/services/payment-terms.ts'
import { submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { ownRuleSchema, paymentRuleSchema } from './payment-rules.form.ts'
import { centsTyped, type PaymentRule, ruleTyped } from './payment-rules.ts'

type Rules = {
	/** Whether the location confirms by hand: then everything is paid on site. */
	byHand: boolean
	place: PaymentRule
	/** Of single services. */
	own: PaymentRule[]
	services: { id: string; name: string }[]
	/** What customers are told about the services; empty while the rules have no effect. */
	preview: { name: string; note: string }[]
}

/** The rules of a location, its own and those of its services. */
export async function loadPaymentRules(client: Client, location: string): Promise<Rules> {
	const [place, rows, services, terms] = await Promise.all([
		client.from('locations').select('confirms_by_hand').eq('id', location).single(),
		allRows((from, to) =>
			client
				.from('payment_rules')
				.select('id, service_id, mode, percent, cents, keeps_on_no_show, late_percent')
				.eq('location_id', location)
				.order('id')
				.range(from, to),
		),
		allRows((from, to) =>
			client
				.from('services')
				.select('id, name')
				.eq('location_id', location)
				.eq('active', true)
				.order('position')
				.order('id')
				.range(from, to),
		),
		loadTerms(client, location),
	])
	return {
		byHand: invariantData(place).confirms_by_hand,
		place: ruleTyped(rows.find(({ service_id }) => service_id === null)),
		own: services.flatMap(({ id, name }) => {
			const row = rows.find(({ service_id }) => service_id === id)
			return row ? [ruleTyped(row, id, name)] : []
		}),
		services,
		preview: services.flatMap(({ id, name }) => {
			const one = terms.find(({ service_id }) => service_id === id)
			return one ? [{ name, note: `${termsNote(one)}. ${lateNote(one)}` }] : []
		}),
	}
}

/** Saves or removes a rule of a location that the caller manages. @param back address of the page */
export function savePaymentRule(client: Client, location: string, back: string, form: FormData) {
	if (textOf(form, 'intent') === 'remove') {
		const args = { p_location: location, p_service: textOf(form, 'id') }
		return submitPlain(form, back, () => client.rpc('set_payment_rule', args))
	}
	const schema = textOf(form, 'intent') === 'own' ? ownRuleSchema : paymentRuleSchema
	return submit(form, schema, back, ({ service, mode, amount, keeps, late }) =>
		client.rpc('set_payment_rule', {
			...{ p_location: location, p_mode: mode === 'percent' || mode === 'cents' ? 'deposit' : mode },
			...(service ? { p_service: service } : {}),
			...(mode === 'percent' ? { p_percent: Number.parseInt(amount, 10) } : {}),
			...(mode === 'cents' ? { p_cents: centsTyped(amount) } : {}),
			p_keeps_on_no_show: keeps,
			...(late && mode !== 'on_site' ? { p_late_percent: Number.parseInt(late, 10) } : {}),
		}),
	)
}
