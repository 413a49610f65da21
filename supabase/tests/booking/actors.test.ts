import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, CONTACT, codeOf, hashOf, openSalon, type Salon } from './salon.ts'

// The actor that the history records: every verb that takes a secret × everybody who can open an appointment, with and
// without its secret.
let salon: Salon
let hour = 0
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

type Person = 'anon' | 'customer' | 'staff' | 'manager' | 'stranger' | 'foreigner'
type Opener = { who: Person; secret?: 'right' | 'bogus' | ''; bookedBy?: 'guest' | 'customer' | 'staff' }
const OPENERS: [string, Opener][] = [
	['guest', { who: 'anon', secret: 'right' }],
	['guest, bogus', { who: 'anon', secret: 'bogus' }],
	['account', { who: 'customer', bookedBy: 'customer' }],
	['account, bogus', { who: 'customer', secret: 'bogus', bookedBy: 'customer' }],
	['staff', { who: 'staff' }],
	['staff, bogus', { who: 'staff', secret: 'bogus' }],
	['staff, empty', { who: 'staff', secret: '' }],
	['staff, bogus, of an account', { who: 'staff', secret: 'bogus', bookedBy: 'customer' }],
	['staff, right', { who: 'staff', secret: 'right' }],
	['manager, bogus', { who: 'manager', secret: 'bogus' }],
	['staff on their own booking', { who: 'staff', bookedBy: 'staff' }],
	['staff on their own booking, bogus', { who: 'staff', secret: 'bogus', bookedBy: 'staff' }],
	['staff on their own booking, right', { who: 'staff', secret: 'right', bookedBy: 'staff' }],
	['stranger, bogus', { who: 'stranger', secret: 'bogus' }],
	['foreigner, bogus', { who: 'foreigner', secret: 'bogus' }],
]
const CUSTOMERS = ['guest', 'account', 'account, bogus', 'staff, right', 'staff on their own booking, right']
const BOTH = Object.fromEntries([
	...CUSTOMERS.map((opener) => [opener, 'customer']),
	...OPENERS.filter(([name, { who }]) => /staff|manager/.test(who) && !CUSTOMERS.includes(name)).map(([name]) => [
		name,
		'business',
	]),
])
const ONE = Object.fromEntries(
	[...CUSTOMERS, 'staff on their own booking', 'staff on their own booking, bogus'].map((opener) => [
		opener,
		'customer',
	]),
)
/** Arguments, state and, for each opener, the actor of the last event; for other openers the appointment is not found. */
const VERBS: Record<string, { state?: 'held' | 'requested'; args?: () => object; actors: Record<string, string> }> = {
	release_hold: { state: 'held', actors: ONE },
	confirm_appointment: { state: 'held', args: () => ({ contact: CONTACT, early_start: salon.agreed }), actors: ONE },
	cancel_appointment: { actors: BOTH },
	reschedule_appointment: { args: () => ({ starts_at: nextTime() }), actors: BOTH },
	withdraw_appointment: { actors: ONE },
}
/** Gives each appointment a different hour. */
const nextTime = () => at(3 + Math.floor(hour / 6), `${String(8 + (hour++ % 6) * 2).padStart(2, '0')}:00`)

async function appointment(bookedBy: Opener['bookedBy'] = 'guest', state = 'confirmed') {
	const who = bookedBy === 'guest' ? 'anon' : salon.user[bookedBy]
	const secret = `secret ${hour}`
	const args = { location: salon.ids.location, services: [salon.ids.massage], employee: salon.ids.anna }
	const held = { ...args, secret_hash: hashOf(secret), starts_at: nextTime() }
	const { id } = await salon.call(who, 'hold_appointment', held)
	await salon.sql`update public.locations set confirms_by_hand = ${state === 'requested'} where id = ${args.location}`
	const given = { appointment: id, secret, contact: CONTACT, early_start: salon.agreed }
	if (state !== 'held') await salon.call(who, 'confirm_appointment', given)
	return { id, secret }
}

/** The actor of the last event, and whether it names somebody other than the opener; or the code of the error. */
async function lastEvent(verb: string, opener: Opener, state?: string, args: object = {}) {
	const { id, secret } = await appointment(opener.bookedBy, state)
	const who = opener.who === 'anon' ? 'anon' : salon.user[opener.who]
	const given = opener.secret === 'right' ? secret : opener.secret
	const answer = await codeOf(salon.call(who, verb, { appointment: id, secret: given ?? null, ...args }))
	const code = answer === 'no error' ? undefined : answer
	const [event] = await salon.sql<{ actor: string; actor_id: string | null }[]>`
		(select actor::text, actor_id from public.appointment_events where appointment_id = ${id} order by id desc limit 1)
		union all select 'customer', ${who === 'anon' ? null : who}::uuid from public.holds where id = ${id} and released`
	await salon.sql`delete from public.appointments where id = ${id}`
	await salon.lapse(id)
	return { actor: event?.actor, foreign: !code && (event?.actor_id ?? 'anon') !== who, code }
}

describe.each(Object.entries(VERBS))('%s', (verb, { state, args, actors }) => {
	test.each(OPENERS)('by %s', async (name, opener) => {
		// A hold does not have a business side yet, but members know that it exists.
		const refused =
			verb === 'confirm_appointment' && opener.who in { staff: 1, manager: 1 } ? 'wrong_state' : 'appointment_not_found'
		const { actor, foreign, code } = await lastEvent(verb, opener, state, args?.())
		expect(code ?? actor).toBe(actors[name] ?? refused)
		expect(foreign).toBe(false)
	})
})

// A customer's repetition changes nothing, so the last event is the request itself.
test.each(OPENERS)('a request answered by %s', async (name, opener) => {
	const { actor, code } = await lastEvent('confirm_appointment', opener, 'requested', { contact: CONTACT })
	expect(code ?? actor).toBe(BOTH[name] ?? 'appointment_not_found')
})

test('every verb that takes a secret is tested here', async () => {
	const rows = await salon.sql<{ name: string }[]>`select distinct proname as name from pg_proc
		where pronamespace = 'public'::regnamespace and 'p_secret' = any(proargnames) order by 1`
	expect(rows.map(({ name }) => name)).toEqual(
		// disruptions.test.ts covers answers to a proposal, reviews/abuse.test.ts the reviews, orders/accepting.test.ts accept_offer, orders/waiting.test.ts places on waiting lists. The others
		// change no appointment; messages/threads.test.ts covers its thread, orders/questions.test.ts and blocks.test.ts those of orders, booking/sharing.test.ts its link, platform/operators.test.ts decisions, money/paying.test.ts payments.
		[
			...[
				...Object.keys(VERBS),
				'answer_proposal',
				'get_booking',
				'booking_thread',
				'peek_booking_thread',
				'share_booking',
				'shared_booking',
				'unshare_booking',
				'write_to_business',
				'accept_invitation',
				'get_invitation',
			],
			...['appeal', 'get_decision'],
			...['confirm_event_wait', 'get_event_wait', 'leave_event_wait', 'open_own_data'],
			...['get_review', 'save_review', 'add_to_review', 'delete_review'],
			...['save_search_order_draft', 'get_search_order_draft', 'submit_search_order', 'confirm_search_order'],
			...['change_search_order', 'extend_search_order', 'withdraw_search_order', 'get_request', 'see_offers'],
			...[
				'share_request',
				'get_offer',
				'accept_offer',
				'decline_offer',
				'answer',
				'request_threads',
				'peek_request_threads',
			],
			...['join_waitlist', 'ask_for_alert', 'resume_waiting', 'block_business', 'blocked_businesses'],
			...['start_payment', 'abandon_payment'],
			...['add_order_image', 'order_image_stored', 'remove_order_image', 'order_images'],
		].sort(),
	)
})
