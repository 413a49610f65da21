import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#app/database.types.ts'
import { openTestServices, type TestServices } from '../services.ts'
import { visitorHeaders } from '../visitors.ts'
import { makeCourse } from './course.ts'
import { CONTACT, hashOf, openSalon, type Salon } from './salon.ts'

// Many people at once, through the official client.
let salon: Salon
let services: TestServices
let client: (visitor: string) => SupabaseClient<Database>

beforeAll(async () => {
	salon = await openSalon()
	services = await openTestServices(salon.url, 20)
	// Everybody from an address of their own: one alone must not hold so much.
	const headersOf = await visitorHeaders(salon.sql)
	client = (visitor) => services.client({ headers: JSON.parse(headersOf(visitor)) as Record<string, string> })
})
afterAll(async () => {
	await services.close()
	await salon.close()
})

test('of 200 people who want the last three seats at once, three get one and 197 are told so', async () => {
	const { id } = await makeCourse(salon, 4, { seats: 3 })
	const outcomes = await Promise.all(
		Array.from({ length: 200 }, async (_, index) => {
			const [secret, visitor] = [randomUUID(), client(`198.51.${Math.floor(index / 100)}.${1 + (index % 100)}`)]
			const held = await visitor.rpc('hold_seats', { p_event: id, p_seats: 1, p_secret_hash: hashOf(secret) })
			if (held.error) return held.error.message
			const contact = { ...CONTACT, email: `gast-${index}@example.org` }
			const args = { p_appointment: (held.data as { id: string }).id, p_secret: secret, p_contact: contact }
			const booked = await visitor.rpc('confirm_appointment', args)
			return booked.error?.message ?? (booked.data as { state: string }).state
		}),
	)
	const count = (word: string) => outcomes.filter((outcome) => outcome === word).length
	expect({
		outcomes: [...new Set(outcomes)].sort(),
		confirmed: count('confirmed'),
		told: count('seats_taken'),
	}).toEqual({
		...{ outcomes: ['confirmed', 'seats_taken'], confirmed: 3, told: 197 },
	})
	const taken =
		await salon.sql`select count(distinct source)::integer as taken from public.event_seats where event_id = ${id}`
	expect(taken).toEqual([{ taken: 3 }])
	// The person is taken once, however many come.
	expect(await salon.sql`select kind from public.occupancies where subject = ${salon.ids.anna}`).toEqual([
		{ kind: 'event' },
	])
}, 120_000)
