import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askForPlace, confirmPlace, confirmSeats, holdSeats, makeCourse } from '../booking/course.ts'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

type Tasks = {
	undelivered: { message_id: string; kind: string; appointment_id: string; name: string; phone: string }[]
	offers: { event_id: string; title: string; offered: number; answer_by: string }[]
}
let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const tasksOf = (who: string, now?: string) =>
	salon.call<Tasks>(who, 'open_tasks', { location: salon.ids.location }, now)
/** Books, and the mail to the customer ends in a state. */
async function bookWith(starts_at: string, state: string, last_error = '') {
	const { id } = await salon.book({ starts_at })
	await salon.composeMails()
	await salon.sql`update public.messages set state = ${state}::public.message_state, last_error = ${last_error}
		where appointment_id = ${id} and audience = 'customer'`
	return id
}
const idsOf = ({ undelivered }: Tasks) => undelivered.map(({ appointment_id }) => appointment_id)

describe('mails that did not arrive', () => {
	test('are told with what is needed to phone, the first appointment first, and only of appointments to come', async () => {
		const bounced = await bookWith(at(4, '10:00'), 'bounced')
		const failed = await bookWith(at(3, '10:00'), 'failed', '550 no such user')
		const suppressed = await bookWith(at(5, '10:00'), 'skipped', 'suppressed')
		await bookWith(at(5, '12:00'), 'skipped', 'replaced')
		await bookWith(at(5, '14:00'), 'sent')
		const tasks = await tasksOf(salon.user.owner)
		expect(idsOf(tasks)).toEqual([failed, bounced, suppressed])
		expect(tasks.undelivered[0]).toMatchObject({
			...{ kind: 'appointment_confirmed', name: 'Mia Muster', phone: '+4930123456' },
		})
		expect(idsOf(await tasksOf(salon.user.owner, at(4, '09:00')))).toEqual([bounced, suppressed])
	})

	test('are none for staff, for others and without an account', async () => {
		expect(idsOf(await tasksOf(salon.user.manager))).toHaveLength(3)
		for (const who of [salon.user.staff, salon.user.customer, salon.user.foreigner])
			expect(await tasksOf(who)).toEqual({ undelivered: [], untested: [], offers: [] })
		expect(await codeOf(tasksOf('anon'))).toContain('permission denied')
	})

	test('are over once a later mail has left, or a member has settled them', async () => {
		const [failed = '', bounced = '', suppressed = ''] = idsOf(await tasksOf(salon.user.owner))
		await salon.call(salon.user.owner, 'reschedule_appointment', { appointment: failed, starts_at: at(3, '16:00') })
		expect(idsOf(await tasksOf(salon.user.owner))).toContain(failed)
		await salon.sql`update public.messages set state = 'sent' where appointment_id = ${failed} and kind = 'appointment_rescheduled'`
		const left = await tasksOf(salon.user.owner)
		expect(idsOf(left)).toEqual([bounced, suppressed])
		const message = left.undelivered[0]?.message_id
		for (const who of [salon.user.staff, salon.user.foreigner, salon.user.customer])
			expect(await codeOf(salon.call(who, 'settle_message', { message }))).toBe('message_not_found')
		expect(await codeOf(salon.call('anon', 'settle_message', { message }))).toContain('permission denied')
		const reception = await salon.addMember('reception')
		for (const turn of [1, 2]) {
			await salon.call(reception, 'settle_message', { message })
			expect([turn, ...idsOf(await tasksOf(reception))]).toEqual([turn, suppressed])
		}
	})
})

test('offered seats are told until somebody answers, with the earliest end', async () => {
	const { id } = await makeCourse(salon, 8, { seats: 1 })
	const held = await holdSeats(salon, id)
	await confirmSeats(salon, held)
	const place = await askForPlace(salon, id, { email: 'wartet@example.org' })
	await confirmPlace(salon, place)
	expect((await tasksOf(salon.user.owner)).offers).toEqual([])
	await salon.call('anon', 'cancel_appointment', { appointment: held.visit.id, secret: held.secret })
	const [offer] = (await tasksOf(salon.user.owner)).offers
	expect(offer).toMatchObject({ event_id: id, title: 'Flechtkurs', offered: 1 })
	expect(Date.parse(offer?.answer_by ?? '') - Date.now()).toBeLessThan(25 * 3600_000)
	await salon.call('anon', 'leave_event_wait', { wait: place.id, secret: place.secret })
	expect((await tasksOf(salon.user.owner)).offers).toEqual([])
})
