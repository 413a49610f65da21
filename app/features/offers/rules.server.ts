import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { readTime } from '#app/lib/typed-times.ts'

export type OfferRule = {
	id: string
	service_ids: string[]
	active: boolean
	horizon_hours: number
	min_gap_minutes: number
	discount_percent: number
	per_day: number
	/** Minutes of the local day. */
	from_minute: number
	to_minute: number
	new_customers: boolean
	text: string
}

const COLUMNS =
	'id, service_ids, active, horizon_hours, min_gap_minutes, discount_percent, per_day, from_minute, to_minute, new_customers, text'

/** The rules of a location and the services that they can offer. */
export async function loadRules(client: Client, location: { id: string }) {
	const [rules, services] = await Promise.all([
		client.from('offer_rules').select(COLUMNS).eq('location_id', location.id).order('created_at').order('id').limit(5),
		client
			.from('services')
			.select('id, name')
			.eq('location_id', location.id)
			.eq('active', true)
			.eq('addon', false)
			.neq('booking_way', 'phone')
			.order('position')
			.order('id')
			.limit(200),
	])
	return { rules: invariantData(rules) as OfferRule[], services: invariantData(services) }
}

/** "17:00" as minutes of the day; 24:00 is its end. NaN when it is no time. */
function minuteOf(text: string): number {
	const { value, fault } = readTime(text, { ends: true })
	if (fault || !value) return Number.NaN
	const [hours = 0, minutes = 0] = value.split(':').map(Number)
	return hours * 60 + minutes
}

/** What a form of a rule says, as the verb takes it; or why it cannot. */
export function readRule(form: FormData, location: string) {
	const number = (name: string): number => Number(textOf(form, name) || Number.NaN)
	const numbers = {
		...{
			p_horizon: number('stunden'),
			p_gap: number('luecke'),
			p_discount: number('rabatt'),
			p_per_day: number('taeglich'),
		},
		...{ p_from: minuteOf(textOf(form, 'von')), p_to: minuteOf(textOf(form, 'bis')) },
	}
	if (!Object.values(numbers).every((one) => Number.isInteger(one))) return { message: errorMessage('rule_invalid') }
	return {
		args: {
			p_location: location,
			p_services: form.getAll('leistung').map(String),
			...numbers,
			...{ p_new: form.get('neue') === 'on', p_active: form.get('aktiv') === 'on', p_text: textOf(form, 'text') },
		},
	}
}
