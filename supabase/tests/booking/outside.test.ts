import { afterAll, beforeAll, expect, test } from 'vitest'
import { outsideContract } from '#app/features/hours/outside.contracts.ts'
import { confirmSeats, holdSeats, makeCourse } from './course.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

// Hours, absences and shifts change after something has been booked: what lies outside of working time by then is named, and stays.
let salon: Salon
let reception: string
let late: string
let annas: string
beforeAll(async () => {
	salon = await openSalon()
	reception = await salon.addMember('reception')
	late = (await salon.book({ employee: salon.ids.ben, starts_at: at(10, '18:00') })).id
	annas = (await salon.book({ employee: salon.ids.anna, starts_at: at(11, '18:00') })).id
})
afterAll(() => salon.close())

const outside = async (who: string, limit?: number) => {
	const args = { location: salon.ids.location, ...(limit === undefined ? {} : { limit }) }
	return outsideContract.strict().parse(await salon.call(who, 'appointments_outside', args))
}
const week = (employee: string, ends: string) =>
	salon.call(salon.user.manager, 'replace_working_hours', {
		employee,
		rows: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: '08:00', ends })),
	})

test('nothing lies outside before anything is changed', async () => {
	for (const who of [salon.user.owner, salon.user.manager, reception, salon.user.staff])
		expect(await outside(who)).toEqual({ total: 0, first: [] })
})

test('a shorter week names what lies outside of it, to each as much as they may see', async () => {
	await week(salon.ids.ben, '17:00')
	await week(salon.ids.anna, '17:00')
	const [bens, hers] = [
		{ id: late, event: false, name: 'Mia Muster', employee: 'Ben' },
		{ id: annas, event: false, name: 'Mia Muster', employee: 'Anna' },
	]
	for (const who of [salon.user.owner, salon.user.manager, reception])
		expect(await outside(who)).toMatchObject({ total: 2, first: [bens, hers] })
	expect(await outside(salon.user.staff)).toMatchObject({ total: 1, first: [hers] })
	expect(await outside(reception, 1)).toMatchObject({ total: 2, first: [bens] })
	expect((await salon.sql`select state::text from public.appointments where id = ${late}`)[0]?.state).toBe('confirmed')
})

test('nobody else learns anything, whatever is asked for', async () => {
	const { customer, foreigner, stranger } = salon.user
	for (const who of [customer, foreigner, stranger]) expect(await codeOf(outside(who))).toBe('location_not_found')
	expect(await codeOf(salon.call('anon', 'appointments_outside', { location: salon.ids.location }))).toMatch(
		/permission/,
	)
	for (const limit of [-5, 0, 2147483647]) expect((await outside(salon.user.owner, limit)).total).toBe(2)
	expect(await codeOf(salon.call(salon.user.owner, 'appointments_outside', { location: null }))).toBe(
		'location_not_found',
	)
})

test('a right that is taken narrows what is named', async () => {
	await salon.call(salon.user.owner, 'change_member_rights', {
		...{ company: salon.ids.company, user: reception, taken: ['all_calendars'] },
	})
	expect(await outside(reception)).toEqual({ total: 0, first: [] })
	await salon.call(salon.user.owner, 'change_member_rights', {
		...{ company: salon.ids.company, user: reception, given: ['all_calendars'] },
	})
})

test('an absence counts, a special opening takes it back, and so does cancelling', async () => {
	await week(salon.ids.ben, '20:00')
	await week(salon.ids.anna, '20:00')
	expect((await outside(reception)).total).toBe(0)
	const day = at(10, '12:00').slice(0, 10)
	await salon.run(
		salon.user.manager,
		`insert into public.exceptions (location_id, kind, starts_at, ends_at) values ($1, 'closed', $2::text::timestamp, $3::text::timestamp)`,
		[salon.ids.location, `${day} 00:00`, `${day} 23:00`],
	)
	expect((await outside(reception)).first.map(({ id }) => id)).toEqual([late])
	await salon.run(
		salon.user.manager,
		`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at) values ($1, $2, 'open', $3::text::timestamp, $4::text::timestamp)`,
		[salon.ids.location, salon.ids.ben, `${day} 17:00`, `${day} 19:00`],
	)
	expect((await outside(reception)).total).toBe(0)
	await week(salon.ids.anna, '17:00')
	expect((await outside(reception)).first.map(({ id }) => id)).toEqual([annas])
	await salon.call(salon.user.manager, 'cancel_appointment', { appointment: annas })
	expect((await outside(reception)).total).toBe(0)
	// What is over is nobody's concern any more.
	const past = outsideContract.parse(
		await salon.call(reception, 'appointments_outside', { location: salon.ids.location }, at(12, '12:00')),
	)
	expect(past.total).toBe(0)
})

test('the participants of a course count as one, by the name of the course', async () => {
	const { id } = await makeCourse(salon, 20)
	await confirmSeats(salon, await holdSeats(salon, id))
	await confirmSeats(salon, await holdSeats(salon, id))
	expect(await outside(reception)).toMatchObject({
		...{ total: 1, first: [{ id, event: true, name: 'Flechtkurs', employee: 'Anna' }] },
	})
})
