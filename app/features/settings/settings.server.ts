import type { z } from 'zod'
import type { Result } from '#app/features/shell/commands.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type BookingRules, versionOf } from './booking-rules.ts'
import type { bookingRulesSchema } from './settings.form.ts'

const CHANGED =
	'Jemand hat diese Regeln geändert, während Sie sie offen hatten. Ihre Auswahl steht noch hier; speichern Sie noch einmal, wenn sie gelten soll.'

/** The booking rules of a location that the caller may see. */
export async function loadBookingRules(client: Client, location: string): Promise<BookingRules> {
	return invariantData(
		await client
			.from('locations')
			.select(
				'notice_minutes, horizon_days, grid_minutes, hold_minutes, cancellation_hours, confirms_by_hand, move_notice',
			)
			.eq('id', location)
			.single(),
	)
}

/** Saves the booking rules, unless somebody else has changed them since the form was opened. */
export async function saveBookingRules(
	client: Client,
	{ location, version, ...rules }: z.output<typeof bookingRulesSchema>,
): Promise<Result> {
	const stored = await loadBookingRules(client, location)
	if (versionOf(stored) !== version) return { error: null, fields: { '': [CHANGED] } }
	// What was read must still be there when it is written.
	const { data, error } = await client.from('locations').update(rules).eq('id', location).match(stored).select('id')
	return { error, fields: error || data.length === 1 ? undefined : { '': [CHANGED] } }
}
