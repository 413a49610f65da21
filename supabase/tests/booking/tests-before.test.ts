import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askForPlace, confirmPlace, holdSeats, makeCourse } from './course.ts'
import { at, codeOf, CONTACT, hashOf, openSalon, type Salon } from './salon.ts'

// A service that needs a test before (50_booking/44_tests_before): here Farbe needs Nägel, 48 hours before and for 30 days.

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	const { colour, nails, location } = salon.ids
	await salon.sql`insert into public.service_tests values (${colour}, ${nails}, ${location}, 48, 30)`
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from public.appointments`
	await salon.sql`delete from public.holds`
	await salon.sql`delete from public.occupancies`
	await salon.sql`delete from public.customers`
})

const hold = (caller: string, days: number, secret: string = randomUUID(), more: object = {}) =>
	salon.call(caller, 'hold_appointment', {
		...{ location: salon.ids.location, services: [salon.ids.colour], starts_at: at(days, '10:00') },
		...{ secret_hash: hashOf(secret), ...more },
	})
const confirm = (caller: string, id: string, secret: string, contact = CONTACT) =>
	salon.call(caller, 'confirm_appointment', { appointment: id, secret, contact, early_start: salon.agreed })
/** Books the test in this browser. */
const bookTest = async (days: number, { caller = 'anon', contact = CONTACT, secret = randomUUID() } = {}) => {
	const { id } = await hold(caller, days, secret, { services: [salon.ids.nails] })
	await confirm(caller, id, secret, contact)
	return { id, secret }
}
const detailOf = (call: Promise<unknown>): Promise<unknown> =>
	call.then(
		() => null,
		(error: { detail: string }) => JSON.parse(error.detail) as unknown,
	)
const MIA = { ...CONTACT, email: 'customer@example.org' }

describe('online', () => {
	test('nobody without the test holds it, alone or with others, for a person or anyone, signed in or not', async () => {
		const { colour, cut, anna } = salon.ids
		for (const services of [[colour], [cut, colour]])
			for (const employee of [anna, null])
				for (const caller of ['anon', salon.user.customer])
					expect(await codeOf(hold(caller, 5, randomUUID(), { services, employee }))).toBe('test_missing')
		expect(await detailOf(hold('anon', 5))).toEqual({
			...{ service_id: colour, service: 'Farbe', test_id: salon.ids.nails, test: 'Nägel', lead_hours: 48 },
		})
		expect((await hold('anon', 5, randomUUID(), { services: [cut], employee: anna })).state).toBe('held')
	})

	test('whoever booked the test in this browser or with this account holds it, once it lies far enough before', async () => {
		const { secret } = await bookTest(3)
		expect(await codeOf(hold('anon', 4, secret))).toBe('test_missing')
		expect((await hold('anon', 6, secret)).state).toBe('held')
		expect(await codeOf(hold('anon', 9))).toBe('test_missing')
		await bookTest(4, { caller: salon.user.customer, contact: MIA })
		expect(await codeOf(hold(salon.user.customer, 5))).toBe('test_missing')
		const held = await hold(salon.user.customer, 7)
		expect((await confirm(salon.user.customer, held.id, '', MIA)).state).toBe('confirmed')
	})

	test('the address of a confirmed account finds it, a typed one does not', async () => {
		await bookTest(3, { contact: MIA })
		expect((await hold(salon.user.customer, 7)).state).toBe('held')
		expect(await codeOf(hold(salon.user.stranger, 9))).toBe('test_missing')
		await salon.sql`delete from public.appointments`
		await bookTest(3, { contact: { ...CONTACT, email: 'stranger@example.org' } })
		expect(await codeOf(hold(salon.user.stranger, 9))).toBe('test_missing')
	})

	test('a test that is too old, cancelled, missed or of another business does not count', async () => {
		const { id, secret } = await bookTest(3)
		expect(await codeOf(hold('anon', 34, secret))).toBe('test_missing')
		for (const state of ['cancelled', 'no_show', 'requested']) {
			await salon.sql`update public.appointments set state = ${state}::public.appointment_state where id = ${id}`
			expect(await codeOf(hold('anon', 7, secret))).toBe('test_missing')
		}
		await salon.sql`update public.appointments set state = 'completed' where id = ${id}`
		expect((await hold('anon', 7, secret)).state).toBe('held')
	})

	test('it is not moved to before its test', async () => {
		const { secret } = await bookTest(3)
		const { id } = await hold('anon', 8, secret)
		await confirm('anon', id, secret)
		const move = (days: number) =>
			salon.call('anon', 'reschedule_appointment', {
				...{ appointment: id, secret, starts_at: at(days, '14:00'), early_start: salon.agreed },
			})
		expect(await codeOf(move(4))).toBe('test_missing')
		expect((await move(7)).state).toBe('confirmed')
	})
})

describe('around it', () => {
	test('the address counts in any spelling, and when it is a further one of the same file', async () => {
		await bookTest(3, { contact: { ...CONTACT, email: 'Customer@Example.org' } })
		expect((await hold(salon.user.customer, 7)).state).toBe('held')
		await salon.sql`update public.customers set email = 'andere@example.org' where company_id = ${salon.ids.company}`
		expect(await codeOf(hold(salon.user.customer, 9))).toBe('test_missing')
		await salon.sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
			select company_id, id, 'email', 'customer@example.org' from public.customers where company_id = ${salon.ids.company}`
		expect((await hold(salon.user.customer, 9)).state).toBe('held')
	})

	test('a guest who has both in one browser moves the visit, but not away from the test', async () => {
		const { secret } = await bookTest(3)
		const { id } = await hold('anon', 7, secret)
		await confirm('anon', id, secret, { ...CONTACT, email: 'anders@example.org' })
		const move = (days: number) =>
			salon.call('anon', 'reschedule_appointment', {
				...{ appointment: id, secret, starts_at: at(days, '10:00'), notify: null, early_start: salon.agreed },
			})
		expect(await codeOf(move(8))).toBe('no error')
		expect(await codeOf(move(4))).toBe('test_missing')
	})

	test('guests wait for a seat once their address is confirmed and the test is booked with it', async () => {
		const { id } = await makeCourse(salon, 10, { service: salon.ids.colour, seats: 1 })
		await salon.sql`update public.event_seats set source = ${randomUUID()} where event_id = ${id}`
		const place = await askForPlace(salon, id, { email: 'wartet@example.org' })
		expect(place.answer).toBe('mail')
		// Whose test it is counts, not in which browser it was booked.
		await bookTest(3, { contact: { ...CONTACT, email: 'andere@example.org' } })
		expect(await codeOf(confirmPlace(salon, place))).toBe('test_missing')
		const state = async () => {
			const found = await salon.call('anon', 'get_event_wait', { wait: place.id, secret: place.secret })
			return (found as unknown as { state: string }).state
		}
		expect(await state()).toBe('unconfirmed')
		await bookTest(4, { contact: { ...CONTACT, email: 'Wartet@Example.org' } })
		expect(await codeOf(confirmPlace(salon, place))).toBe('no error')
		expect(await state()).toBe('waiting')
	})

	test('an account learns at once that its test is missing', async () => {
		const { id } = await makeCourse(salon, 11, { service: salon.ids.colour, seats: 1 })
		await salon.sql`update public.event_seats set source = ${randomUUID()} where event_id = ${id}`
		const ask = () => askForPlace(salon, id, { email: 'customer@example.org', who: salon.user.customer })
		expect(await codeOf(ask())).toBe('test_missing')
		await bookTest(3, { contact: MIA })
		expect((await ask()).answer).toBe('waiting')
	})

	test('seats of a course need the test as well', async () => {
		const { id } = await makeCourse(salon, 9, { service: salon.ids.colour, seats: 1 })
		expect(await codeOf(holdSeats(salon, id))).toBe('test_missing')
		const { secret } = await bookTest(3)
		const held = await salon.call('anon', 'hold_seats', { event: id, seats: 1, secret_hash: hashOf(secret) })
		expect(held.state).toBe('held')
	})

	test('when the test is cancelled afterwards, the desk is told which visit lacks it', async () => {
		const untested = async (now?: string) => {
			const args = { location: salon.ids.location }
			const tasks = await salon.call<{ untested: { appointment_id: string }[] }>(
				salon.user.owner,
				'open_tasks',
				args,
				now,
			)
			return tasks.untested
		}
		const { id: test, secret } = await bookTest(3)
		const { id } = await hold('anon', 7, secret)
		await confirm('anon', id, secret)
		expect(await untested()).toEqual([])
		await salon.call('anon', 'cancel_appointment', { appointment: test, secret })
		expect(await untested()).toMatchObject([
			{ appointment_id: id, name: CONTACT.name, service: 'Farbe', test: 'Nägel' },
		])
		expect(await untested(at(8, '10:00'))).toEqual([])
	})
})

describe('by hand', () => {
	const create = (anyway: boolean, contact: object = CONTACT) =>
		salon.call(salon.user.manager, 'create_appointment', {
			...{ location: salon.ids.location, services: [salon.ids.colour], starts_at: at(6, '10:00') },
			...{ employee: salon.ids.anna, contact, anyway },
		})

	test('the missing test is named with the customer, and can be overridden', async () => {
		expect(await codeOf(create(false))).toBe('unusual_time')
		expect(await detailOf(create(false))).toEqual([
			{
				...{ employee_id: salon.ids.anna, employee_name: 'Anna' },
				reasons: [{ reason: 'test_missing', service: 'Farbe', test: 'Nägel', lead_hours: 48, customer: 'Mia Muster' }],
			},
		])
		expect((await create(true)).state).toBe('confirmed')
	})

	test('with the test of the customer nothing is asked', async () => {
		await bookTest(3)
		expect((await create(false)).state).toBe('confirmed')
		expect(await codeOf(create(false, { name: 'Jemand', phone: '+4930999' }))).not.toBe('no error')
	})
})

test('managers set it for services of the same location; the search leaves it to the slower plan; a deleted test is none', async () => {
	const set = (caller: string, id: string) =>
		salon.run(caller, 'insert into public.service_tests values ($1, $2, $3) returning hours', [
			...[salon.ids.cut, id, salon.ids.location],
		])
	await expect(set(salon.user.staff, salon.ids.nails)).rejects.toThrow(/row-level security/)
	await expect(set(salon.user.manager, salon.ids.foreignCut)).rejects.toThrow(/foreign key/)
	await expect(set(salon.user.manager, salon.ids.cut)).rejects.toThrow(/check constraint/)
	expect(await set(salon.user.manager, salon.ids.nails)).toEqual([{ hours: 48 }])
	const special = async () =>
		(await salon.sql`select special from internal.listing_services where service_id = ${salon.ids.cut}`)[0]
			?.special as boolean
	expect(await special()).toBe(true)
	expect(await salon.sql`select * from internal.listing_differences(${salon.ids.location})`).toHaveLength(0)
	await salon.sql`delete from public.services where id = ${salon.ids.nails}`
	expect(await special()).toBe(false)
})
