import { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'

/** What `get_event_wait` answers: a place on a waiting list (supabase/schemas/50_booking/89_event_waits.sql). */
export const waitContract = z.object({
	id: z.uuid(),
	state: z.enum(['unconfirmed', 'waiting', 'offered', 'booked', 'lapsed', 'left', 'over']),
	seats: z.int(),
	name: z.string(),
	hold_id: z.uuid().nullable(),
	/** Until when the offered seats are held. */
	until: z.string().nullable(),
	event: z.object({
		...{ id: z.uuid(), title: z.string(), starts_at: z.string(), ends_at: z.string(), price_cents: z.int() },
	}),
	location: z.object({ slug: z.string(), name: z.string(), time_zone: z.string(), phone: z.string() }),
})

export type Wait = z.output<typeof waitContract>

/** A place, for whoever has its secret or its account; null for others. */
export async function loadWait(client: Client, id: string, secret: string | undefined): Promise<Wait | null> {
	const { data } = await call(client, 'get_event_wait', waitContract, { p_wait: id, p_secret: secret ?? null })
	return data
}

/** Confirms the address of a place; German sentences when that cannot be. */
export async function confirmWait(client: Client, id: string, secret: string): Promise<string[] | undefined> {
	const { error } = await client.rpc('confirm_event_wait', { p_wait: id, p_secret: secret })
	if (!error) return undefined
	return errorCode(error) === 'test_missing' ? [errorMessage(error), TEST_FIRST] : [errorMessage(error)]
}

const TEST_FIRST =
	'Es zählt ein Test, der mit der E-Mail-Adresse dieses Platzes gebucht ist. Danach bestätigen Sie hier noch einmal; dieser Link gilt einen Tag lang.'

/** Gives a place up, and seats that are offered. */
export async function leaveWait(client: Client, id: string, secret: string | undefined): Promise<void> {
	await client.rpc('leave_event_wait', { p_wait: id, ...(secret && { p_secret: secret }) })
}
