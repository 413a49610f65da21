import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	await keep()
})
afterAll(() => salon.close())

const keep = () => salon.call<{ done: number; reset: boolean }>('service_role', 'keep_customer_facts')
const facts = async (email: string) => {
	const [row] = await salon.sql`select visits, no_shows, cancelled, spent_cents::int, last_visit_at, next_visit_at
		from public.customer_facts join public.customers on id = customer_id where email = ${email}`
	return row
}
const visit = (email: string, day: number, time: string) =>
	salon.book({ starts_at: at(day, time) }, { ...CONTACT, email })
/** Moves a visit that many days into the past. */
const past = (id: string, days: number) =>
	salon.sql`update public.appointments set starts_at = starts_at - ${days} * interval '1 day', ends_at = ends_at - ${days} * interval '1 day' where id = ${id}`

describe('facts of a customer', () => {
	test('follow their appointments', async () => {
		const one = await visit('mia@example.org', 4, '10:00')
		await keep()
		expect(await facts('mia@example.org')).toMatchObject({
			visits: 0,
			spent_cents: 0,
			next_visit_at: new Date(at(4, '10:00')),
		})
		await past(one.id, 10)
		await salon.call(salon.user.manager, 'complete_appointment', { appointment: one.id })
		const two = await visit('mia@example.org', 5, '10:00')
		await salon.call('anon', 'cancel_appointment', { appointment: two.id, secret: two.secret, reason: '' })
		expect((await keep()).done).toBeGreaterThan(0)
		expect(await facts('mia@example.org')).toMatchObject({
			visits: 1,
			cancelled: 1,
			spent_cents: 4500,
			next_visit_at: null,
		})
		await salon.call(salon.user.manager, 'reopen_appointment', { appointment: one.id })
		await salon.call(salon.user.manager, 'mark_no_show', { appointment: one.id })
		await keep()
		expect(await facts('mia@example.org')).toMatchObject({ visits: 0, no_shows: 1, spent_cents: 0 })
	})

	test('sort and filter the list', async () => {
		const wish = { company: salon.ids.company }
		const list = (more: object) =>
			salon.call<{ rows: { email: string }[] }>(salon.user.manager, 'list_customers', { ...wish, ...more })
		await visit('neu@example.org', 6, '10:00')
		await keep()
		expect((await list({ only: 'missed' })).rows.map(({ email }) => email)).toEqual(['mia@example.org'])
		expect((await list({ only: 'coming' })).rows.map(({ email }) => email)).toEqual(['neu@example.org'])
		expect((await list({ sort: 'next' })).rows.map(({ email }) => email)).toEqual([
			'neu@example.org',
			'mia@example.org',
		])
	})

	test('are the same when recomputed', async () => {
		const before = await salon.sql`select * from public.customer_facts order by customer_id`
		await salon.sql`delete from public.customer_facts`
		let after: string | null = null
		for (let done = 1; done === 1;) {
			const answer: { last: string | null; done: number } = await salon.call(
				'service_role',
				'compute_all_customer_facts',
				{ after, limit: 1 },
			)
			after = answer.last
			done = answer.done
		}
		expect(await salon.sql`select * from public.customer_facts order by customer_id`).toEqual(before)
	})

	test('are recomputed after a restore', async () => {
		await salon.sql`select internal.renew_feed()`
		expect(await keep()).toMatchObject({ done: 0, reset: true })
		expect(await keep()).toMatchObject({ reset: false })
	})

	test('are for people who can read the file', async () => {
		const seen = async (who: keyof Salon['user']) =>
			(await salon.run(salon.user[who], 'select * from public.customer_facts')).length
		expect(await seen('manager')).toBeGreaterThan(0)
		expect(await seen('foreigner')).toBe(0)
		expect(await seen('customer')).toBe(0)
		await expect(salon.run('anon', 'select * from public.customer_facts')).rejects.toThrow('permission denied')
		for (const verb of ['keep_customer_facts', 'compute_all_customer_facts'])
			await expect(salon.call(salon.user.owner, verb)).rejects.toThrow('permission denied')
		await expect(salon.run(salon.user.owner, 'update public.customer_facts set visits = 9')).rejects.toThrow(
			'permission denied',
		)
	})
})
