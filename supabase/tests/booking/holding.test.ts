import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTACT, at, codeOf, hashOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

describe('holding', () => {
	test('returns the visit with its lines and blocks the slot', async () => {
		const { visit } = await salon.hold({ starts_at: at(3, '10:00') })
		expect(visit).toMatchObject({ state: 'held', total_cents: 4500, sequence: 0 })
		expect(visit.lines).toMatchObject([{ position: 1, service_id: salon.ids.cut, employee_id: salon.ids.anna }])
		expect(Date.parse(visit.ends_at) - Date.parse(visit.starts_at)).toBe(30 * 60_000)
		expect(Date.parse(visit.hold_expires_at as string)).toBeGreaterThan(Date.now() + 9 * 60_000)
		expect(await codeOf(salon.hold({ starts_at: at(3, '10:15') }))).toBe('slot_taken')
		expect(await codeOf(salon.hold({ starts_at: at(3, '10:30') }))).toBe('no error')
	})

	test('with "Egal wer" takes somebody who is free, until nobody is', async () => {
		const first = await salon.hold({ starts_at: at(4, '10:00'), employee: null })
		const second = await salon.hold({ starts_at: at(4, '10:00'), employee: null })
		expect([first, second].map(({ visit }) => visit.lines[0]?.employee_id)).toEqual([salon.ids.anna, salon.ids.ben])
		expect(await codeOf(salon.hold({ starts_at: at(4, '10:00'), employee: null }))).toBe('slot_taken')
	})

	test('remembers whether the customer asked for a person', async () => {
		const { cut, massage } = salon.ids
		const chosen = async (wish: Parameters<Salon['hold']>[0]) => {
			const { visit, secret } = await salon.hold(wish)
			const booking = await salon.call<{ employee_chosen: boolean }>('anon', 'get_booking', {
				appointment: visit.id,
				secret,
			})
			return booking.employee_chosen
		}
		expect(await chosen({ starts_at: at(27, '10:00') })).toBe(true)
		expect(await chosen({ starts_at: at(27, '11:00'), employee: null })).toBe(false)
		expect(await chosen({ starts_at: at(27, '13:00'), services: [cut, massage] })).toBe(true)
		expect(await chosen({ starts_at: at(27, '16:00'), services: [cut, massage], employee: null })).toBe(false)
	})

	test('several services run one after the other, by several employees where nobody offers all', async () => {
		const { cut, massage, nails, anna, ben } = salon.ids
		const one = await salon.hold({ starts_at: at(5, '10:00'), services: [cut, massage], employee: null })
		expect(one.visit.lines.map((line) => line.employee_id)).toEqual([anna, anna])
		const two = await salon.hold({ starts_at: at(5, '12:00'), services: [massage, nails], employee: null })
		expect(two.visit.lines.map((line) => line.employee_id)).toEqual([anna, ben])
		expect(two.visit).toMatchObject({ total_cents: 9000 })
		expect(await codeOf(salon.hold({ starts_at: at(5, '13:00'), services: [nails], employee: ben }))).toBe('slot_taken')
	})

	test('the processing gap is free for others', async () => {
		await salon.hold({ starts_at: at(6, '10:00'), services: [salon.ids.colour] })
		expect(await codeOf(salon.hold({ starts_at: at(6, '10:30') }))).toBe('no error')
		expect(await codeOf(salon.hold({ starts_at: at(6, '11:00') }))).toBe('slot_taken')
	})

	test('an expired hold gives way by itself', async () => {
		const old = await salon.hold({ starts_at: at(7, '10:00') }, at(1, '10:00'))
		const later = await salon.hold({ starts_at: at(7, '10:15') }, at(1, '10:10'))
		expect(later.visit.state).toBe('held')
		expect(await salon.call('anon', 'get_booking', { appointment: old.visit.id, secret: old.secret })).toMatchObject({
			state: 'expired',
			hold_expires_at: null,
		})
		expect(await salon.sql`select released from public.holds where id = ${old.visit.id}`).toEqual([{ released: false }])
	})

	test('a repeated key gets the same answer, a stranger with the key nothing', async () => {
		const key = randomUUID()
		const secret = hashOf('one')
		const wish = { starts_at: at(8, '10:00'), idempotency_key: key, secret_hash: secret }
		const first = await salon.hold(wish)
		const again = await salon.hold(wish)
		expect(again.visit).toEqual(first.visit)
		expect(await codeOf(salon.hold({ ...wish, secret_hash: hashOf('two') }))).toBe('key_used')
		expect(await codeOf(salon.hold({ ...wish, secret_hash: hashOf('two'), starts_at: at(8, '12:00') }))).toBe(
			'key_used',
		)
	})

	test('at most three live holds for a secret or a user; one can be replaced', async () => {
		const secret = randomUUID()
		const mine = (starts: string, more: object = {}) =>
			salon.hold({ starts_at: at(9, starts), secret_hash: hashOf(secret), ...more })
		const first = await mine('08:00')
		await mine('09:00')
		await mine('10:00')
		expect(await codeOf(mine('11:00'))).toBe('too_many_holds')
		expect(await codeOf(mine('11:00', { replace: randomUUID() }))).toBe('too_many_holds')
		// The new hold can overlap the old one; if the new one fails, the old one stays.
		expect(await codeOf(mine('08:45', { replace: first.visit.id }))).toBe('slot_taken')
		expect(await codeOf(mine('08:15', { replace: first.visit.id }))).toBe('no error')
		expect(await codeOf(salon.hold({ starts_at: at(9, '12:00'), replace: first.visit.id }))).toBe(
			'appointment_not_found',
		)
		// An account with an unconfirmed address. It uses days of its own, because a day has a limit too.
		const user = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.ben }
		for (const day of [9, 10, 11]) {
			await salon.call(salon.user.stranger, 'hold_appointment', { ...user, starts_at: at(day, '08:00') })
		}
		expect(
			await codeOf(salon.call(salon.user.stranger, 'hold_appointment', { ...user, starts_at: at(12, '08:00') })),
		).toBe('too_many_holds')
	})

	test('signed in, several services need no secret', async () => {
		const { location, cut, massage, nails, anna, ben } = salon.ids
		for (const services of [
			[cut, massage],
			[massage, nails],
		]) {
			const wish = { location, services, employee: null, starts_at: at(13, services[0] === cut ? '10:00' : '14:00') }
			const visit = await salon.call(salon.user.owner, 'hold_appointment', wish)
			expect(visit.lines.map((line) => line.employee_id)).toEqual(services[0] === cut ? [anna, anna] : [anna, ben])
			expect(await salon.sql`select from public.appointment_links where appointment_id = ${visit.id}`).toHaveLength(0)
			const args = { appointment: visit.id, contact: CONTACT, early_start: salon.agreed }
			expect((await salon.call(salon.user.owner, 'confirm_appointment', args)).state).toBe('confirmed')
		}
	})

	test('names what is wrong with a request', async () => {
		const wish = { starts_at: at(10, '10:00') }
		const { foreignCut, zoe, nails, foreignLocation } = salon.ids
		const wishes = [
			{ location: randomUUID() },
			{ services: [randomUUID()] },
			{ services: [foreignCut] },
			{ services: [] },
			{ services: Array.from({ length: 11 }, () => salon.ids.cut) },
			{ starts_at: at(-1, '10:00') },
			{ starts_at: at(10, '06:00') },
			{ starts_at: at(10, '10:07') },
			{ starts_at: at(90, '10:00') },
			{ starts_at: at(2e4, '10:00') },
			{ employee: zoe },
			{ services: [nails] },
			{ location: foreignLocation },
			{ secret_hash: null },
			{ secret_hash: 'abc' },
			{ source: 'admin' },
		]
		const codes = await Promise.all(wishes.map((changes) => codeOf(salon.hold({ ...wish, ...changes }))))
		expect(codes).toEqual([
			'location_not_found',
			'service_not_found',
			'service_not_found',
			'service_not_found',
			'service_not_found',
			'past',
			'not_bookable',
			'not_bookable',
			'not_bookable',
			'not_bookable',
			'not_bookable',
			'not_bookable',
			'service_not_found',
			'secret_missing',
			'secret_invalid',
			'source_unknown',
		])
		for (const [moment, code] of [
			['infinity', 'not_bookable'],
			['-infinity', 'past'],
		]) {
			const statement = `select public.hold_appointment($1, array[$2]::uuid[], '${moment}', null, $3)`
			const values = [salon.ids.location, salon.ids.cut, hashOf('x')]
			expect(await codeOf(salon.run('anon', statement, values))).toBe(code)
		}
	})

	test('nothing can be held at a paused location or a suspended company', async () => {
		await salon.sql`update public.locations set state = 'paused' where id = ${salon.ids.location}`
		expect(await codeOf(salon.hold({ starts_at: at(11, '10:00') }))).toBe('location_not_found')
		await salon.sql`update public.locations set state = 'published' where id = ${salon.ids.location}`
		await salon.sql`update public.companies set state = 'suspended' where id = ${salon.ids.company}`
		expect(await codeOf(salon.hold({ starts_at: at(11, '10:00') }))).toBe('location_not_found')
		await salon.sql`update public.companies set state = 'active' where id = ${salon.ids.company}`
	})

	test('releasing frees the slot, and can be repeated', async () => {
		const { secret, visit } = await salon.hold({ starts_at: at(12, '10:00') })
		const args = { appointment: visit.id, secret }
		expect(await codeOf(salon.call('anon', 'release_hold', { ...args, secret: 'wrong' }))).toBe('appointment_not_found')
		expect(await salon.call('anon', 'release_hold', args)).toMatchObject({ state: 'expired' })
		expect(await salon.call('anon', 'release_hold', args)).toMatchObject({ state: 'expired' })
		const booked = await salon.book({ starts_at: at(12, '10:00') })
		expect(await codeOf(salon.call('anon', 'release_hold', { appointment: booked.id, secret: booked.secret }))).toBe(
			'wrong_state',
		)
	})

	test('a hold does not wait for the disk, unless its transaction also confirms or writes something else', async () => {
		const waiting = (work: (sql: TransactionSql) => Promise<unknown>) =>
			salon.sql.begin(async (sql) => {
				await sql`set local synchronous_commit = on`
				await work(sql)
				const [row] = await sql`select current_setting('synchronous_commit') as waits`
				return row?.waits
			})
		const hold = async (sql: TransactionSql, time: string) => {
			const [row] = await sql`select public.hold_appointment(${salon.ids.location}, ${[salon.ids.cut]}::uuid[],
				${at(14, time)}, ${salon.ids.anna}, ${hashOf(time)}) as held`
			return row?.held.id as string
		}
		const confirm = async (sql: TransactionSql, time: string) =>
			sql`select public.confirm_appointment(${await hold(sql, time)}, ${time}, ${sql.json(CONTACT)})`
		expect(await waiting((sql) => hold(sql, '09:00'))).toBe('off')
		expect(await waiting((sql) => confirm(sql, '10:00'))).toBe('on')
		expect(
			await waiting((sql) => sql`insert into public.companies (name) values ('Neu')`.then(() => hold(sql, '11:00'))),
		).toBe('on')
	})

	test('the tidying job ends and deletes only what is over', async () => {
		const { visit } = await salon.hold({ starts_at: at(20, '10:00') }, at(13, '10:00'))
		const kept = await salon.book({ starts_at: at(20, '12:00') }, CONTACT, at(13, '10:00'))
		expect(await salon.call('service_role', 'expire_holds', { limit: 100 }, at(13, '10:11'))).toBeGreaterThan(0)
		const left = () =>
			salon.sql`select 'confirmed' as what from public.appointments where id = ${kept.id} and state = 'confirmed'
				union all select 'ended' from public.holds where id = ${visit.id} and ended_at is not null
				union all select 'time' from public.occupancies where source = ${visit.id} order by 1`
		expect(await left()).toEqual([{ what: 'confirmed' }, { what: 'ended' }])
		await salon.call('service_role', 'expire_holds', { limit: 100 }, at(15, '10:11'))
		expect(await left()).toEqual([{ what: 'confirmed' }])
	})
})
