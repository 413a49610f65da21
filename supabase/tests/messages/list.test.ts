import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { messageListContract } from '#app/features/messages/messages.contracts.ts'
import { createRandom } from '#supabase/seeds/demo/random.ts'
import { type Caller, codeOf, openSalon, type Salon } from '../booking/salon.ts'

// More appointments than are looked for by their words at once, so that a page is read both ways.
const APPOINTMENTS = 700
const COUNTED = { narrow: 500, otherwise: 10_000 }
const STATES = ['queued', 'sent', 'sent', 'sent', 'failed', 'bounced', 'skipped', 'unknown', 'delivered']
const KINDS = ['appointment_confirmed', 'appointment_cancelled', 'appointment_rescheduled']
const TEXTS = [
	'anna',
	'SCHULZ',
	'schulz an',
	'an',
	'post.example',
	'0171 39',
	'anna5@post.example',
	'team@neu.example',
	'neu.ex',
]
const MORE_TEXTS = ['nobody', '%', '_', "'; --", 'a', '%s %L', 'x@y.z', 'ANNA7@Post.Example']
const random = createRandom('list of messages')

type List = z.output<typeof messageListContract>
type Wish = {
	text?: string
	states?: string
	kinds?: string
	from?: string
	to?: string
	oldest?: boolean
	page?: number
	limit?: number
}
type Known = { id: string; state: string; kind: string; at: number; words: string; recipient: string }

let salon: Salon
let reception: string
beforeAll(async () => {
	salon = await openSalon()
	reception = await salon.addMember('reception')
	const { sql, ids, user } = salon
	const names = ['Anna Schulz', 'Jörg Weiß', 'Anna Groß', 'Mia Yılmaz']
	await sql`insert into public.appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, contact_phone, total_cents)
		select ${ids.company}, ${ids.location}, 'confirmed', now() + turn * interval '1 hour', now() + (turn + 1) * interval '1 hour',
			(${names}::text[])[1 + turn % 4], case turn % 4 when 0 then 'anna' || turn || '@post.example' else 'gast' || turn || '@mail.example' end,
			'+4917139' || 1000 + turn, 4500 from generate_series(1, ${APPOINTMENTS}::integer) turn`
	await sql`insert into public.messages (company_id, appointment_id, kind, audience, recipient, state, created_at)
		select visit.company_id, visit.id, (${KINDS}::text[])[1 + (number + turn) % 3], case turn when 0 then 'customer' else 'business' end::actor_kind,
			case turn when 0 then visit.contact_email::text else 'salon@post.example' end, (${STATES}::text[])[1 + number % 9]::message_state,
			now() - number / 7 * interval '1 hour'
		from (select *, row_number() over (order by starts_at)::integer as number from public.appointments) visit cross join generate_series(0, 1) turn`
	await sql`insert into public.messages (company_id, kind, audience, recipient, state, created_at)
		select ${ids.company}, 'member_invited', 'business', 'team@neu.example', 'sent', now() - turn * interval '5 hours' from generate_series(1, 20) turn`
	// A copy that went to the private address of a member.
	const [copy] =
		await sql`select id from public.messages where audience = 'business' and appointment_id is not null order by id limit 1`
	await sql`update public.messages set user_id = ${user.staff}, recipient = 'privat@staff.example' where id = ${copy?.id}`
	await sql`analyze public.appointments, public.messages, internal.appointment_words`
})
afterAll(() => salon.close())

const list = async (who: Caller, wish: Wish = {}): Promise<List> =>
	messageListContract.parse(await salon.call(who, 'list_messages', { company: salon.ids.company, ...wish }))

describe('the list of messages', () => {
	test.each(['owner', 'manager', 'reception'] as const)(
		'answers %s what a plain query of the visible rows answers',
		async (name) => {
			const who = { ...salon.user, reception }[name]
			const visible = await visibleTo(who)
			expect(visible).toHaveLength(APPOINTMENTS * 2 + (name === 'reception' ? -1 : 20))
			for (let turn = 0; turn < 150; turn++) {
				const wish = randomWish()
				const found = await list(who, wish)
				const [page, limit] = [wish.page ?? 1, wish.limit ?? 50]
				const matching = matches(visible, wish)
				const most = Math.max(page * limit, COUNTED.otherwise)
				expect({ wish, ids: found.rows.map(({ id }) => id) }).toEqual({
					wish,
					ids: matching.slice((page - 1) * limit, page * limit).map(({ id }) => id),
				})
				const total = found.more ? Math.max(page * limit, COUNTED.narrow) : Math.min(matching.length, most)
				expect({ wish, total: found.total }).toEqual({ wish, total })
			}
		},
	)

	test('tells names, and cards only to those who may open them all', async () => {
		const [visit] = await salon.sql`select id from public.appointments order by starts_at limit 1`
		await salon.sql`insert into public.customers (company_id, name) values (${salon.ids.company}, 'Anna Schulz')`
		await salon.sql`update public.appointments set customer_id = (select id from public.customers where name = 'Anna Schulz' limit 1)
			where id = ${visit?.id}`
		const rowsOf = async (who: Caller) =>
			(await list(who, { limit: 1000 })).rows.filter(({ appointment_id }) => appointment_id === visit?.id)
		const [own] = await rowsOf(salon.user.owner)
		expect(own).toMatchObject({ location_id: salon.ids.location, channel: 'mail' })
		expect(own?.name).not.toBe('')
		expect(own?.customer_id).not.toBeNull()
		await salon.sql`insert into public.member_rights (company_id, user_id, name, granted)
			values (${salon.ids.company}, ${reception}, 'all_customers', false)`
		const rows = await rowsOf(reception)
		expect(rows.map(({ customer_id }) => customer_id)).toEqual(rows.map(() => null))
		const strict = messageListContract.shape.rows.element.strict()
		expect(
			strict.safeParse(
				(await salon.call<List>(salon.user.owner, 'list_messages', { company: salon.ids.company })).rows[0],
			).success,
		).toBe(true)
	})

	test('is closed to staff, to others and without an account', async () => {
		const wish = { company: salon.ids.company }
		for (const who of [salon.user.staff, salon.user.customer, salon.user.foreigner])
			expect(await codeOf(salon.call(who, 'list_messages', wish))).toBe('not_allowed')
		expect(await codeOf(salon.call('anon', 'list_messages', wish))).toContain('permission denied')
	})

	test('refuses pages that are none', async () => {
		for (const wish of [{ page: 0 }, { limit: 0 }, { limit: 1001 }, { page: 100_001 }])
			expect(await codeOf(list(salon.user.owner, wish))).toBe('list_wish')
		expect(await list(salon.user.owner, { page: 900 })).toMatchObject({ rows: [], more: false })
	})
})

/** What the policies show, the newest first. */
async function visibleTo(who: string): Promise<Known[]> {
	const rows = await salon.run(
		who,
		'select id, state, kind, recipient, created_at, appointment_id from public.messages',
	)
	const words = new Map(
		(await salon.sql`select appointment_id, words from internal.appointment_words`).map((row) => [
			String(row.appointment_id),
			String(row.words),
		]),
	)
	return rows
		.map((row) => ({
			...{ id: String(row.id), state: String(row.state), kind: String(row.kind), recipient: String(row.recipient) },
			at: (row.created_at as Date).getTime(),
			words: row.appointment_id ? (words.get(String(row.appointment_id)) ?? '') : ` ${row.recipient}`,
		}))
		.toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
}

function matches(visible: Known[], { text = '', states, kinds, from, to, oldest }: Wish): Known[] {
	const wanted = text.trim()
	const folded = wanted.toLowerCase().replace('ß', 'ss')
	const digits = /^[+0-9 ]+$/.test(wanted) ? wanted.replaceAll(' ', '').replace(/^0/, '') : ''
	const fits = ({ words, recipient }: Known): boolean => {
		if (wanted === '') return true
		if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(wanted)) return recipient.toLowerCase() === folded
		if (wanted.length < 2) return false
		if (digits) return words.includes(digits)
		return folded.split(/\s+/).every((word) => words.includes(word.length < 3 ? ` ${word}` : word))
	}
	const found = visible.filter(
		(row) =>
			fits(row) &&
			(!states || states.slice(1, -1).split(',').includes(row.state)) &&
			(!kinds || kinds.slice(1, -1).split(',').includes(row.kind)) &&
			(!from || row.at >= Date.parse(from)) &&
			(!to || row.at < Date.parse(to)),
	)
	return oldest ? found.toReversed() : found
}

function randomWish(): Wish {
	const some = (share: number): boolean => random.next() < share
	const hours = (least: number, most: number): string =>
		new Date(Date.now() - Math.round(least + random.next() * (most - least)) * 3_600_000).toISOString()
	return {
		...(some(0.6) ? { text: random.pick(some(0.8) ? TEXTS : MORE_TEXTS) } : {}),
		...(some(0.3)
			? { states: random.pick(['{sent}', '{queued,sending}', '{failed,bounced}', '{skipped}', '{delivered}']) }
			: {}),
		...(some(0.3)
			? {
					kinds: random.pick(['{appointment_confirmed}', '{member_invited}', '{appointment_cancelled,member_invited}']),
				}
			: {}),
		...(some(0.2) ? { from: hours(40, 110) } : {}),
		...(some(0.2) ? { to: hours(0, 60) } : {}),
		...(some(0.3) ? { oldest: true } : {}),
		...(some(0.5) ? { page: 1 + Math.floor(random.next() * 12), limit: random.pick([1, 7, 50, 1000]) } : {}),
	}
}
