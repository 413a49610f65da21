import { submitEdit } from '#app/features/shell/edit.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type BookingRules, RULE_LABELS, rulesTyped, ruleWords } from './booking-rules.ts'
import { bookingRulesSchema } from './settings.form.ts'

/** The booking rules of a location that the caller may see. */
export async function loadBookingRules(
	client: Client,
	location: string,
): Promise<BookingRules & { updated_at: string }> {
	return invariantData(
		await client
			.from('locations')
			.select(
				'notice_minutes, horizon_days, grid_minutes, hold_minutes, cancellation_hours, offer_holds, confirms_by_hand, move_notice, staff_absence, waitlist, updated_at',
			)
			.eq('id', location)
			.single(),
	)
}

/** Saves the booking rules that the form shows. @param back address of the page */
export function saveBookingRules(client: Client, location: string, back: string, form: FormData) {
	return submitEdit(form, {
		...{ schema: bookingRulesSchema, back, labels: RULE_LABELS, words: ruleWords },
		load: async () => {
			const rules = await loadBookingRules(client, location)
			return { typed: rulesTyped(rules), version: rules.updated_at }
		},
		save: async ({ location: _location, ...rules }, version) => {
			const { data, error } = await client
				.from('locations')
				.update(rules)
				.eq('id', location)
				.eq('updated_at', version)
				.select('id')
			return error || data.length > 0 ? { error } : null
		},
	})
}
