import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviewPageContract } from '#app/features/reviews/reviews.contracts.ts'
import { at, type Caller, codeOf, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
let day = 10
beforeAll(async () => {
	salon = await openSalon(4)
})
afterAll(() => salon.close())

/** A visit on a day of its own that has taken place; `end` is the day on which it was completed. */
async function visit(contact: object = CONTACT, from?: string) {
	day += 1
	const { id, secret } = await salon.book({ starts_at: at(day, '10:00') }, contact, undefined, from)
	await salon.call(salon.user.owner, 'complete_appointment', { appointment: id }, at(day, '11:00'))
	return { id, secret, end: day }
}
type Visit = { id: string; secret: string; end: number }
const save = ({ id, secret, end }: Visit, more: Record<string, unknown> = {}, days = 1, who: Caller = 'anon') =>
	salon
		.call(who, 'save_review', { appointment: id, secret, rating: 5, ...more }, at(end + days, '12:00'))
		.then((answer) => reviewPageContract.parse(answer))
const read = ({ id, secret, end }: Visit, days = 1) =>
	salon
		.call('anon', 'get_review', { appointment: id, secret }, at(end + days, '12:00'))
		.then((answer) => reviewPageContract.parse(answer))
const rated = async () =>
	(
		await salon.sql`select rating_average::float8 as average, rating_count as count from public.locations
		where id = ${salon.ids.location}`
	)[0]
const clear = () => salon.sql`delete from public.reviews`

describe('a review', () => {
	test('is written by the customer of a completed visit, with service, person and a short name', async () => {
		const done = await visit()
		expect(await read(done)).toMatchObject({ step: 'write', author: 'Mia M.', services: ['Schnitt'], review: null })
		const saved = await save(done, {
			text: ' Sehr gern wieder. ',
			answers: { punctual: true, again: false, clean: 'ja' },
		})
		expect(saved).toMatchObject({
			step: 'edit',
			review: {
				rating: 5,
				text: 'Sehr gern wieder.',
				punctual: true,
				again: false,
				clean: null,
				as_priced: null,
				version: 1,
			},
		})
		const [row] = await salon.run(
			'anon',
			'select author, rating, services, employee_id from public.reviews where location_id = $1',
			[salon.ids.location],
		)
		expect(row).toEqual({ author: 'Mia M.', rating: 5, services: 'Schnitt', employee_id: salon.ids.anna })
		expect(await rated()).toEqual({ average: 5, count: 1 })
	})

	test('needs the right secret, a visit that took place, and one to five stars', async () => {
		const done = await visit()
		expect(await codeOf(save({ ...done, secret: 'falsch' }))).toBe('appointment_not_found')
		expect(await codeOf(save({ ...done, id: crypto.randomUUID() }))).toBe('appointment_not_found')
		for (const who of [salon.user.stranger, salon.user.foreigner])
			expect(await codeOf(save({ ...done, secret: '' }, {}, 1, who))).toBe('appointment_not_found')
		for (const rating of [0, 6, null]) expect(await codeOf(save(done, { rating }))).toBe('rating_invalid')
		expect(await codeOf(save(done, { text: 'x'.repeat(2001) }))).toBe('text_too_long')
		const coming = await salon.book({ starts_at: at(9, '10:00') })
		expect(await codeOf(save({ ...coming, end: 9 }, {}, -1))).toBe('not_completed')
		const missed = await salon.book({ starts_at: at(9, '14:00') })
		await salon.call(salon.user.owner, 'mark_no_show', { appointment: missed.id }, at(9, '15:00'))
		expect(await codeOf(save({ ...missed, end: 9 }))).toBe('not_completed')
	})

	test('is anonymous on demand, and names no service of a trade that keeps secrets', async () => {
		day += 1
		const { id, secret } = await salon.book({ starts_at: at(day, '10:00'), services: [salon.ids.massage] })
		await salon.call(salon.user.owner, 'complete_appointment', { appointment: id }, at(day, '11:30'))
		await save({ id, secret, end: day }, { anonymous: true })
		expect(await salon.sql`select author, services from public.reviews where appointment_id = ${id}`).toEqual([
			{ author: 'Anonym', services: '' },
		])
	})

	test('is not written by who works there, by account or address', async () => {
		const mail = await visit({ ...CONTACT, email: 'MANAGER@example.org' })
		expect((await read(mail)).step).toBe('self_review')
		expect(await codeOf(save(mail))).toBe('self_review')
		const done = await visit()
		expect(await codeOf(save(done, {}, 1, salon.user.staff))).toBe('self_review')
	})

	test('is edited for 30 days, then added to with the date, and closed after 180', async () => {
		await clear()
		const done = await visit()
		await salon.sql`update public.appointments set user_id = ${salon.user.customer} where id = ${done.id}`
		expect(await codeOf(save(done, { secret: null }, 181, salon.user.customer))).toBe('review_closed')
		await save(done, { text: 'Gut' })
		await salon.sql`update public.reviews set reply = 'Danke' where appointment_id = ${done.id}`
		expect(await codeOf(save(done, { text: 'Besser' }, 2))).toBe('already_reviewed')
		expect((await save(done, { text: 'Gut', version: 1, answers: { clean: true } }, 2)).review).toMatchObject({
			version: 2,
			reply: 'Danke',
		})
		expect((await save(done, { text: 'Gut', version: 2, answers: { clean: true } }, 3)).review?.version).toBe(2)
		expect(await codeOf(save(done, { rating: 1, version: 1 }, 3))).toBe('edited_meanwhile')
		const other = await save(done, { rating: 2, text: 'Doch nicht', version: 2 }, 4)
		expect(other.review).toMatchObject({ rating: 2, reply: '', version: 3 })
		expect(await rated()).toEqual({ average: 2, count: 1 })

		const add = (days: number, more: object = {}) =>
			salon.call(
				'anon',
				'add_to_review',
				{ appointment: done.id, secret: done.secret, text: 'Nachtrag', version: 3, ...more },
				at(done.end + days, '12:00'),
			)
		expect(await codeOf(add(20))).toBe('review_closed')
		expect((await read(done, 32)).step).toBe('add')
		expect(await codeOf(save(done, { version: 3 }, 32))).toBe('review_closed')
		expect(await codeOf(add(32, { text: '  ' }))).toBe('text_missing')
		for (const version of [3, 4, 5, 6, 7]) await add(32 + version, { version })
		expect((await read(done, 50)).review?.additions).toHaveLength(5)
		expect(await codeOf(add(50, { version: 8 }))).toBe('review_closed')
	})

	test('of four who save at once one wins, and the others are told', async () => {
		const done = await visit()
		const answers = await Promise.all([1, 2, 3, 4].map((rating) => codeOf(save(done, { rating }))))
		expect(answers.toSorted()).toEqual(['already_reviewed', 'already_reviewed', 'already_reviewed', 'no error'])
	})

	test('is taken back by its author, unless it was removed', async () => {
		await clear()
		const done = await visit()
		await save(done)
		const take = (secret: string) =>
			salon.call('anon', 'delete_review', { appointment: done.id, secret }, at(done.end + 1, '13:00'))
		expect(await codeOf(take('falsch'))).toBe('appointment_not_found')
		await take(done.secret)
		expect(await rated()).toEqual({ average: 0, count: 0 })
		await save(done)
		await salon.sql`update public.reviews set state = 'removed' where appointment_id = ${done.id}`
		expect(await codeOf(take(done.secret))).toBe('review_closed')
		expect((await read(done)).step).toBe('review_closed')
	})
})

describe('a reply', () => {
	const reply = (who: Caller, review: string, more: object = {}) =>
		salon.call(who, 'reply_review', { review, reply: 'Danke!', version: 1, ...more })

	test('is the managers’, for the version that they saw', async () => {
		await clear()
		const done = await visit()
		await save(done)
		const [row] = await salon.sql`select id from public.reviews where appointment_id = ${done.id}`
		const id = String(row?.id)
		expect(await codeOf(reply('anon', id))).toMatch(/permission denied/)
		expect(await codeOf(reply(salon.user.foreigner, id))).toBe('review_not_found')
		expect(await codeOf(reply(salon.user.customer, id))).toBe('review_not_found')
		expect(await codeOf(reply(salon.user.staff, id))).toBe('not_allowed')
		expect(await codeOf(reply(salon.user.manager, id, { version: 2 }))).toBe('edited_meanwhile')
		expect(await codeOf(reply(salon.user.manager, id, { reply: 'x'.repeat(2001) }))).toBe('text_too_long')
		expect(await codeOf(reply(salon.user.manager, id, { reply: ' \n' }))).toBe('text_missing')
		await reply(salon.user.manager, id)
		expect((await read(done)).review?.reply).toBe('Danke!')
		await reply(salon.user.manager, id, { reply: '' })
		expect((await read(done)).review?.reply).toBe('')
	})
})

describe('a review that looks made up', () => {
	const states = () => salon.sql`select state, hold_reason from public.reviews`
	const from = (done: Visit, address: string) =>
		salon.call(
			'anon',
			'save_review',
			{ appointment: done.id, secret: done.secret, rating: 5 },
			at(done.end + 1, '12:00'),
			address,
		)

	test('waits for 48 hours: a visit completed at once, a network of members, many from one', async () => {
		await clear()
		const quick = await salon.book({ starts_at: at(2, '10:00') })
		await salon.sql`update public.appointments set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${quick.id}`
		await salon.call(salon.user.owner, 'complete_appointment', { appointment: quick.id })
		await salon.call('anon', 'save_review', { appointment: quick.id, secret: quick.secret, rating: 5 })
		expect(await states()).toEqual([{ state: 'held_back', hold_reason: 'quick' }])
		expect(await rated()).toEqual({ average: 0, count: 0 })
		const seen = () => salon.run('anon', 'select id from public.reviews')
		expect(await seen()).toEqual([])
		expect(await salon.run(salon.user.owner, 'select id from public.reviews')).toEqual([])
		const tend = (now: string) => salon.call<number>('service_role', 'tend_reviews', {}, now)
		expect(await tend(at(1, '00:00'))).toBe(0)
		expect(await tend(at(3, '12:00'))).toBe(1)
		expect(await seen()).toHaveLength(1)
		expect(await rated()).toEqual({ average: 5, count: 1 })

		await clear()
		for (let times = 0; times < 4; times += 1) await from(await visit(), '203.0.113.7')
		// Each on its own day.
		expect((await states()).map(({ state }) => state)).toEqual(['published', 'published', 'published', 'published'])
		await clear()
		const visits = [await visit(), await visit(), await visit(), await visit()]
		const late = Math.max(...visits.map(({ end }) => end))
		for (const done of visits) await from({ ...done, end: late }, '203.0.113.7')
		expect((await states()).map(({ hold_reason }) => hold_reason)).toEqual([null, null, null, 'many'])

		await clear()
		const done = await visit()
		await salon.sql`insert into auth.sessions (id, user_id, ip, created_at, updated_at)
			values (gen_random_uuid(), ${salon.user.staff}, '198.51.100.20', ${at(done.end, '09:00')}, ${at(done.end, '09:00')})`
		await from(done, '198.51.100.99')
		expect(await states()).toEqual([{ state: 'held_back', hold_reason: 'network' }])
		await salon.sql`delete from internal.review_networks`
	})
})

test('older reviews count less: half after a year, a quarter after two', async () => {
	await clear()
	const ages = [5, 400, 800]
	for (const [index, rating] of [5, 3, 1].entries()) {
		const done = await visit()
		await salon.sql`insert into public.reviews (location_id, appointment_id, author, rating, created_at)
			values (${salon.ids.location}, ${done.id}, 'Mia M.', ${rating}, now() - make_interval(days => ${ages[index] ?? 0}))`
	}
	// (5 × 1 + 3 × ½ + 1 × ¼) ÷ 1.75
	expect(await rated()).toEqual({ average: 3.86, count: 3 })
	await salon.call('service_role', 'tend_reviews', {}, at(400, '12:00'))
	// (5 × ½ + 3 × ¼ + 1 × ¼) ÷ 1
	expect(await rated()).toEqual({ average: 3.5, count: 3 })
	expect(await salon.call('service_role', 'tend_reviews', {}, at(400, '12:00'))).toBe(0)
})

test('the profile knows which of its visits have a review', async () => {
	await clear()
	day += 1
	const { id, secret } = await salon.book({ starts_at: at(day, '10:00') })
	await salon.sql`update public.appointments set user_id = ${salon.user.customer} where id = ${id}`
	await salon.call(salon.user.owner, 'complete_appointment', { appointment: id }, at(day, '11:00'))
	await save({ id, secret: '', end: day }, { rating: 4 }, 1, salon.user.customer)
	expect(await salon.run(salon.user.customer, 'select * from public.own_reviews()')).toEqual([
		{ appointment_id: id, rating: 4 },
	])
	expect(await salon.run(salon.user.stranger, 'select * from public.own_reviews()')).toEqual([])
	expect(secret).not.toBe('')
})
