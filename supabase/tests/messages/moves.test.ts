import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon, type Visit } from '../booking/salon.ts'

type Moved = Visit & { notice: string }
type Mail = { id: string; state: string; last_error: string; attempts: number; payload: Record<string, string> }

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

let id: string
let secret: string
let day = 20
beforeEach(async () => {
	await salon.sql`update public.locations set move_notice = 'ask'`
	day += 1
	const booked = await salon.book({ starts_at: at(day, '10:00') })
	id = booked.id
	secret = booked.secret
	await salon.composeMails()
	await salon.sql`delete from public.messages`
})

type More = { notify?: string | null; employee?: string; who?: string }
const move = (time: string, { notify = null, employee, who = salon.user.manager }: More = {}, now?: string) =>
	salon.call<Moved>(
		who,
		'reschedule_appointment',
		{ appointment: id, starts_at: at(day, time), notify, ...(employee ? { employee } : {}) },
		now,
	)
const notify = (who = salon.user.manager, now?: string) =>
	salon.call<Moved>(who, 'notify_of_move', { appointment: id }, now)
const mails = () => salon.sql<Mail[]>`select id, state, last_error, attempts, payload from public.messages
	where appointment_id = ${id} and audience = 'customer' order by created_at, id`
const states = async () => (await mails()).map(({ state, last_error }) => `${state} ${last_error}`.trim()).sort()
const seconds = (count: number) => new Date(Date.now() + count * 1000).toISOString()
const claim = async (now?: string): Promise<Mail[]> =>
	[await salon.call<Mail | Mail[]>('service_role', 'claim_messages', { limit: 100 }, now)].flat()
const instant = (time: string) => Date.parse(at(day, time))
const times = ({ payload }: Mail) => [payload.old_starts_at, payload.starts_at].map((time) => Date.parse(String(time)))

describe('a move by the business', () => {
	test('mails nobody where the location asks first, until somebody orders the mail; then once', async () => {
		expect(await move('11:00')).toMatchObject({ notice: 'untold' })
		expect(await move('12:00')).toMatchObject({ notice: 'untold' })
		expect(await mails()).toEqual([])
		expect(await notify()).toMatchObject({ id, notice: 'waiting' })
		expect(await notify()).toMatchObject({ notice: 'waiting' })
		expect(await claim(seconds(8))).toEqual([])
		const [mail, ...others] = await claim(seconds(11))
		expect(others).toEqual([])
		expect(times(mail as Mail)).toEqual([instant('10:00'), instant('12:00')])
		expect(await notify()).toMatchObject({ notice: 'none' })
		expect(await states()).toEqual(['sending'])
	})

	test('several moves become one mail from the first old time to the last new time', async () => {
		await move('11:00', { notify: 'always' })
		// The ordered mail follows the appointment.
		expect(await move('13:00', { notify: 'ask' })).toMatchObject({ notice: 'waiting' })
		expect(await move('14:00', { notify: 'always' })).toMatchObject({ notice: 'waiting' })
		const [mail, ...others] = await claim(seconds(11))
		expect(others).toEqual([])
		expect(times(mail as Mail)).toEqual([instant('10:00'), instant('14:00')])
	})

	test('that is taken back in time sends nothing at all', async () => {
		for (const order of ['always', 'ask'] as const) {
			await move('11:00', { notify: order })
			if (order === 'ask') await notify()
			expect(await move('10:00')).toMatchObject({ notice: 'none' })
		}
		expect(await states()).toEqual(['skipped replaced', 'skipped replaced'])
		expect(await claim(seconds(60))).toEqual([])
		expect(await notify()).toMatchObject({ notice: 'none' })
	})

	test('that is taken back after the mail was sent has to be told too', async () => {
		await move('11:00', { notify: 'always' })
		expect(await claim(seconds(11))).toHaveLength(1)
		expect(await move('10:00')).toMatchObject({ notice: 'untold' })
		await notify()
		const [mail] = await claim(seconds(30))
		expect(times(mail as Mail)).toEqual([instant('11:00'), instant('10:00')])
	})

	test.each([
		['always', 'waiting', 1],
		['never', 'untold', 0],
		['ask', 'untold', 0],
	] as const)('follows the setting of the location: %s', async (setting, notice, count) => {
		await salon.sql`update public.locations set move_notice = ${setting} where id = ${salon.ids.location}`
		expect(await move('11:00')).toMatchObject({ notice })
		expect(await mails()).toHaveLength(count)
		// A choice for a single move counts more than the setting.
		expect(await move('12:00', { notify: setting === 'always' ? 'never' : 'always' })).toMatchObject({
			notice: setting === 'always' ? 'untold' : 'waiting',
		})
	})

	test('to another person keeps the time in the mail', async () => {
		await move('10:00', { employee: salon.ids.ben, notify: 'always' })
		const [mail] = await mails()
		expect(times(mail as Mail)).toEqual([instant('10:00'), instant('10:00')])
		expect(await move('10:00', { employee: salon.ids.anna })).toMatchObject({ notice: 'none' })
	})

	test('without an address tells nobody', async () => {
		await salon.sql`update public.appointments set contact_email = '' where id = ${id}`
		expect(await move('11:00')).toMatchObject({ notice: 'none' })
		expect(await notify()).toMatchObject({ notice: 'none' })
		expect(await mails()).toEqual([])
	})

	test('by a process of 0.2.0 is always told', async () => {
		const args = { appointment: id, starts_at: at(day, '11:00') }
		expect(await salon.call(salon.user.manager, 'reschedule_appointment', args)).not.toHaveProperty('notice')
		expect(await states()).toEqual(['queued'])
	})
})

test('a later mail about the appointment also tells of its moves', async () => {
	await move('11:00')
	await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
	expect((await mails()).map(({ payload }) => Date.parse(String(payload.starts_at)))).toEqual([instant('11:00')])
	expect(await codeOf(notify())).toBe('wrong_state')
	expect(await salon.sql`select from internal.untold_moves where appointment_id = ${id}`).toHaveLength(0)
})

test('when a customer moves, their mail starts from the time they knew, that of the business from the actual time', async () => {
	await move('11:00')
	const args = { appointment: id, secret, starts_at: at(day, '12:00') }
	await salon.call('anon', 'reschedule_appointment', args)
	const sent = await salon.sql<
		(Mail & { audience: string })[]
	>`select * from public.messages where appointment_id = ${id}`
	const byAudience = Object.fromEntries(sent.map((mail) => [mail.audience, times(mail)]))
	expect(byAudience).toEqual({
		customer: [instant('10:00'), instant('12:00')],
		business: [instant('11:00'), instant('12:00')],
	})
	expect(await claim()).toHaveLength(2)
})

test('only members can order the mail, staff for their own appointments', async () => {
	await move('11:00', { employee: salon.ids.ben })
	for (const who of [salon.user.staff, salon.user.foreigner, salon.user.customer, salon.user.stranger])
		expect(await codeOf(notify(who))).toBe('appointment_not_found')
	expect(await codeOf(notify('anon'))).toMatch(/permission denied/)
	expect(await mails()).toEqual([])
	await move('11:00', { employee: salon.ids.anna })
	expect(await notify(salon.user.staff)).toMatchObject({ notice: 'waiting' })
})

test('managers change the setting and all members read it', async () => {
	const write = (who: string) =>
		salon.run(who, 'update public.locations set move_notice = $1 where id = $2 returning id', [
			'never',
			salon.ids.location,
		])
	for (const who of [salon.user.staff, salon.user.foreigner]) expect(await write(who)).toHaveLength(0)
	expect(await write(salon.user.manager)).toHaveLength(1)
	const read = 'select move_notice from public.locations where id = $1'
	expect(await salon.run(salon.user.staff, read, [salon.ids.location])).toMatchObject([{ move_notice: 'never' }])
	for (const who of [salon.user.manager, salon.user.staff])
		expect(await codeOf(salon.run(who, 'select * from internal.untold_moves'))).toMatch(/permission denied/)
})

test('with moves, orders and two jobs at once there is at most one mail, and it is correct', async () => {
	for (let round = 0; round < 6; round++) {
		await Promise.all([
			move('11:00', { notify: 'always' }),
			notify(),
			move('12:00'),
			notify(),
			move('13:00', { notify: 'ask' }),
		])
		const claimed = (await Promise.all([claim(seconds(11)), claim(seconds(11))])).flat()
		const [appointment] = await salon.sql`select starts_at from public.appointments where id = ${id}`
		const [untold] = await salon.sql`select from internal.untold_moves where appointment_id = ${id}`
		// Either the mail gives the present time, or it is recorded that nobody was told.
		expect(claimed.length).toBe(untold ? 0 : 1)
		for (const mail of claimed) expect(times(mail)).toEqual([instant('10:00'), appointment?.starts_at.getTime()])
		await salon.sql`delete from public.messages`
		await salon.sql`delete from internal.untold_moves`
		await move('10:00', { notify: 'never' })
		await salon.sql`delete from internal.untold_moves`
	}
})
