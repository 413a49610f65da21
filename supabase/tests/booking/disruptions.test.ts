import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { boardContract, disruptionListContract } from '#app/features/disruptions/disruptions.contracts.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
let day = 1
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(() => void (day += 3))
afterEach(async () => {
	if ((await salon.overlaps()) > 0) throw new Error('Somebody is booked twice.')
})

const begin = async (changes: Record<string, unknown> = {}, who = salon.user.manager, now?: string) =>
	salon.call<{ id: string; items: number }>(
		who,
		'begin_disruption',
		{
			...{ location: salon.ids.location, employee: salon.ids.anna },
			...{ starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') },
			...changes,
		},
		now,
	)
const board = async (disruption: string, now?: string) =>
	boardContract.strict().parse(await salon.call(salon.user.manager, 'disruption_board', { disruption }, now))
const proposeAll = (disruption: string, now?: string) =>
	salon.call(salon.user.manager, 'propose_all', { disruption }, now)
const answer = (visit: { id: string; secret: string }, accept: boolean, now?: string) =>
	salon.call('anon', 'answer_proposal', { appointment: visit.id, secret: visit.secret, accept }, now)
const mails = (appointment: string, kind = 'appointment_proposed') =>
	salon.sql`select state, recipient, payload from public.messages
		where appointment_id = ${appointment} and kind = ${kind} and audience = 'customer' order by created_at`
const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.org`, phone: '0171 3920091', note: '' })
/** Anna's day: so many appointments of half an hour from nine on, each by somebody else. */
const fill = async (count: number, from = 9 * 60) => {
	const visits = []
	for (let index = 0; index < count; index++) {
		const minute = from + index * 30
		const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
		visits.push(await salon.book({ starts_at: at(day, time) }, person(`Gast${String.fromCodePoint(97 + index)}`)))
	}
	return visits
}

describe('a sick day', () => {
	test('with fourteen appointments: all are proposed at once, and nothing overlaps', async () => {
		const visits = await fill(14)
		const { id, items } = await begin({ reason: 'krank' })
		expect(items).toBe(14)
		const before = await board(id)
		expect(before.items.map(({ state }) => state)).toEqual(Array.from({ length: 14 }, () => 'open'))
		// The same time first, then one on each of the next days.
		const later = [1, 2, 3].map((days) => Date.parse(at(day + days, '09:00')))
		expect(before.items[0]?.options?.map(({ starts_at }) => Date.parse(starts_at))).toEqual([
			Date.parse(at(day, '09:00')),
			...later,
		])
		expect(before.items[0]?.options?.[0]?.people).toEqual(['Ben'])
		expect(await proposeAll(id)).toEqual({ proposed: 14, call: 0, open: 0, moved: 0 })
		const after = await board(id)
		// Ben is free all day: everybody keeps their time.
		expect(after.items.every(({ proposal, starts_at }) => proposal?.starts_at === starts_at)).toBe(true)
		for (const { id: visit } of visits) {
			const [mail] = await mails(visit)
			expect(mail).toMatchObject({ state: 'queued', payload: { proposal: { people: ['Ben'], away: 'Anna' } } })
			expect(JSON.stringify(mail)).not.toContain('krank')
		}
		expect(await codeOf(salon.hold({ starts_at: at(day, '09:00'), employee: salon.ids.ben }))).toBe('slot_taken')
		expect(await codeOf(salon.hold({ starts_at: at(day, '17:00') }))).toBe('not_bookable')
		expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
	})

	test('is answered by three at the same moment', async () => {
		const visits = await fill(3)
		const { id } = await begin()
		await proposeAll(id)
		const answers = await Promise.all([answer(visits[0]!, true), answer(visits[1]!, false), answer(visits[2]!, true)])
		expect(answers.map(({ lines }) => lines[0]?.employee_id)).toEqual([salon.ids.ben, salon.ids.anna, salon.ids.ben])
		const { items } = await board(id)
		expect(items.map(({ state, why }) => [state, why])).toEqual([
			['accepted', null],
			['call', 'declined'],
			['accepted', null],
		])
		// What was declined is free for others, what was accepted is not.
		expect(await codeOf(salon.hold({ starts_at: at(day, '09:30'), employee: salon.ids.ben }))).toBe('no error')
		expect(await codeOf(salon.hold({ starts_at: at(day, '09:00'), employee: salon.ids.ben }))).toBe('slot_taken')
		const [told] = await mails(visits[0]!.id, 'appointment_rescheduled')
		expect(told).toMatchObject({ state: 'queued' })
		expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
	})

	test('takes the same answer twice and no other one after it', async () => {
		const [visit] = await fill(1)
		const { id } = await begin()
		await proposeAll(id)
		const both = await Promise.all([answer(visit!, true), answer(visit!, true)])
		expect(both.map(({ sequence }) => sequence)).toEqual([1, 1])
		expect(await codeOf(answer(visit!, false))).toBe('proposal_over')
		expect(await mails(visit!.id, 'appointment_rescheduled')).toHaveLength(1)
	})

	test('brings back what nobody answers, while its time is still kept', async () => {
		const [visit, other] = await fill(2)
		const { id } = await begin()
		const now = at(day, '06:00')
		await proposeAll(id, now)
		const [item] = (await board(id, now)).items
		expect(Date.parse(item!.proposal!.answer_by)).toBe(Date.parse(at(day, '08:30')))
		const late = at(day, '08:31')
		// The board does not wait for the job.
		expect((await board(id, late)).items[0]).toMatchObject({ state: 'call', why: 'unanswered' })
		expect(await salon.call('service_role', 'return_proposals', {}, late)).toBeGreaterThan(0)
		expect(await salon.call('service_role', 'return_proposals', {}, late)).toBe(0)
		const [returned, waiting] = (await board(id, late)).items
		expect(returned).toMatchObject({ state: 'call', why: 'unanswered', proposal: { people: ['Ben'] } })
		expect(waiting?.state).toBe('proposed')
		// On the phone the customer says yes after all.
		await salon.call(salon.user.manager, 'answer_proposal', { appointment: visit!.id, accept: true }, late)
		expect((await board(id, late)).items[0]?.state).toBe('accepted')
		expect(await codeOf(answer(other!, true, at(day, '08:59')))).toBe('no error')
	})

	test('a lapsed proposal whose time somebody else has taken is over', async () => {
		const [visit] = await fill(1)
		const { id } = await begin()
		await proposeAll(id)
		const [{ hold_id: hold }] =
			(await salon.sql`select hold_id from public.disruption_items where disruption_id = ${id}`) as [
				{ hold_id: string },
			]
		await salon.lapse(hold)
		expect(await codeOf(salon.hold({ starts_at: at(day, '09:00'), employee: salon.ids.ben }))).toBe('no error')
		expect(await codeOf(answer(visit!, true))).toBe('proposal_over')
		expect((await board(id)).items[0]?.proposal).toBeNull()
	})

	test('finds other days when nobody else is free', async () => {
		const { colour } = salon.ids
		await salon.book({ starts_at: at(day, '10:00'), services: [colour] })
		const { id } = await begin()
		const [item] = (await board(id)).items
		expect(item?.options?.map(({ starts_at }) => Date.parse(starts_at))).toEqual(
			[1, 2, 3].map((later) => Date.parse(at(day + later, '10:00'))),
		)
		expect(await proposeAll(id)).toEqual({ proposed: 1, call: 0, open: 0, moved: 0 })
		expect((await board(id)).items[0]?.proposal).toMatchObject({ people: ['Anna'] })
	})

	test('keeps the room that the appointment has already', async () => {
		const { sql, ids } = salon
		await sql`insert into public.resources (location_id, kind, name) values (${ids.location}, 'Liege', 'Liege 1')`
		await sql`update public.services set resource_kind = 'Liege' where id = ${ids.cut}`
		const visit = await salon.book({ starts_at: at(day, '10:00') })
		const { id } = await begin()
		expect((await board(id)).items[0]?.options?.[0]?.people).toEqual(['Ben'])
		await proposeAll(id)
		await answer(visit, true)
		const taken = await sql`select count(*)::integer as parts from public.occupancies where source = ${visit.id}`
		expect(taken).toEqual([{ parts: 2 }])
		expect(await codeOf(salon.hold({ starts_at: at(day, '10:00'), employee: ids.anna }))).not.toBe('no error')
		await sql`update public.services set resource_kind = null where id = ${ids.cut}`
		await sql`update public.resources set active = false`
	})

	test('goes to a call where no mail can be sent or nothing is free', async () => {
		const { location, cut, anna, massage } = salon.ids
		const byHand = (services: string[], time: string, contact: object) =>
			salon.call(salon.user.manager, 'create_appointment', {
				...{ location, services, employee: anna, starts_at: at(day, time), contact, notify: false },
			})
		await byHand([cut], '10:00', { name: 'Ohne Adresse', phone: '030 123456' })
		await byHand([massage], '12:00', { name: 'Nur Anna', email: 'nur@example.org' })
		const { id } = await begin({ ends_at: at(day + 30, '00:00') })
		expect(await proposeAll(id)).toEqual({ proposed: 0, call: 2, open: 0, moved: 0 })
		const [first, second] = (await board(id)).items
		expect(first).toMatchObject({ state: 'call', why: 'unreachable', proposal: { people: ['Ben'] } })
		expect(second).toMatchObject({ state: 'call', why: 'nothing_free', proposal: null, options: [] })
		await salon.call(salon.user.manager, 'end_disruption', { disruption: id })
	})

	test('is taken back: time and appointments are as they were, and whoever was asked hears of it', async () => {
		const [asked, waiting, moved] = await fill(3)
		const { id } = await begin()
		await proposeAll(id)
		await salon.sql`update public.messages set state = 'sent' where appointment_id = ${asked!.id} and kind = 'appointment_proposed'`
		await answer(moved!, true)
		expect(await salon.call(salon.user.manager, 'end_disruption', { disruption: id })).toBe(2)
		expect((await board(id)).items.map(({ state }) => state)).toEqual(['kept', 'kept', 'accepted'])
		expect(await mails(asked!.id, 'appointment_kept')).toHaveLength(1)
		expect(await mails(waiting!.id, 'appointment_kept')).toHaveLength(0)
		expect((await mails(waiting!.id))[0]).toMatchObject({ state: 'skipped' })
		expect(await codeOf(salon.hold({ starts_at: at(day, '17:00') }))).toBe('no error')
		expect(await codeOf(salon.hold({ starts_at: at(day, '09:00'), employee: salon.ids.ben }))).toBe('no error')
		expect(await codeOf(answer(asked!, true))).toBe('proposal_over')
		expect(await salon.call(salon.user.manager, 'end_disruption', { disruption: id })).toBe(0)
		expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
	})

	test('telling again and again that an appointment stays is counted like other mails', async () => {
		const { id: visit } = await salon.book({ starts_at: at(day, '09:00') }, person('Opfer'))
		const wish = { disruption: (await begin()).id, appointment: visit }
		const call = (name: string, args: object) =>
			salon.call(salon.user.manager, name, { ...wish, ...args }, undefined, '203.0.113.9')
		for (let round = 0; round < 8; round++) {
			await call('propose_move', { starts_at: at(day + 1, '10:00') })
			await salon.sql`update public.messages set state = 'sent' where appointment_id = ${visit} and state = 'queued'`
			await call('settle_disrupted', { state: 'kept' })
			await call('settle_disrupted', { state: 'open' })
		}
		const told = [...(await mails(visit)), ...(await mails(visit, 'appointment_kept'))]
		expect(told.filter(({ state }) => state !== 'skipped').length).toBeLessThanOrEqual(6)
	})

	test('the last day that can be booked is proposed in spite of the notice', async () => {
		const [visit] = await fill(1)
		await salon.sql`update public.locations set notice_minutes = 2880, horizon_days = ${day + 2} where id = ${salon.ids.location}`
		const { id } = await begin()
		const wish = { disruption: id, appointment: visit!.id, starts_at: at(day + 2, '10:00') }
		expect(await salon.call(salon.user.manager, 'propose_move', wish)).toBe('proposed')
		await salon.sql`update public.locations set notice_minutes = 0, horizon_days = 180 where id = ${salon.ids.location}`
	})

	test('each decision by hand can be undone until the appointment is over', async () => {
		const [visit] = await fill(1)
		const { id } = await begin()
		const settle = (state: string) =>
			codeOf(salon.call(salon.user.manager, 'settle_disrupted', { disruption: id, appointment: visit!.id, state }))
		await proposeAll(id)
		expect(await settle('kept')).toBe('no error')
		expect(await codeOf(salon.hold({ starts_at: at(day, '09:00'), employee: salon.ids.ben }))).toBe('no error')
		expect(await settle('open')).toBe('no error')
		for (const state of ['proposed', 'accepted', 'call', 'cancelled', 'moved'])
			expect(await settle(state)).toBe('wrong_state')
		await salon.call(salon.user.manager, 'cancel_appointment', { appointment: visit!.id })
		expect((await board(id)).items[0]?.state).toBe('cancelled')
		expect(await settle('open')).toBe('wrong_state')
	})

	test('customers may move and cancel such an appointment until it begins', async () => {
		const [first, second] = await fill(2)
		const late = at(day, '07:00')
		const cancel = (visit: { id: string; secret: string }) =>
			codeOf(salon.call('anon', 'cancel_appointment', { appointment: visit.id, secret: visit.secret }, late))
		expect(await cancel(first!)).toBe('too_late')
		const { id } = await begin({}, salon.user.manager, late)
		await proposeAll(id, late)
		expect(await cancel(first!)).toBe('no error')
		const elsewhere = { appointment: second!.id, secret: second!.secret, starts_at: at(day + 1, '11:00') }
		expect(await codeOf(salon.call('anon', 'reschedule_appointment', elsewhere, late))).toBe('no error')
		expect((await board(id, late)).items.map(({ state }) => state)).toEqual(['cancelled', 'moved'])
		expect(await codeOf(salon.hold({ starts_at: at(day, '09:30'), employee: salon.ids.ben }))).toBe('no error')
	})

	test('a move within the sick time leaves the appointment open', async () => {
		const [visit] = await fill(1)
		const { id } = await begin()
		const starts_at = at(day, '15:00')
		await salon.call(salon.user.manager, 'reschedule_appointment', { appointment: visit!.id, starts_at })
		expect((await board(id)).items[0]?.state).toBe('open')
	})

	test('the same again finds what has come since, and a chosen time replaces an earlier proposal', async () => {
		const [visit] = await fill(1)
		const first = await begin()
		const { location, cut, anna } = salon.ids
		const contact = { name: 'Später', email: 'spaeter@example.org' }
		const wish = { location, services: [cut], employee: anna, starts_at: at(day, '16:00'), contact, notify: false }
		await salon.call(salon.user.manager, 'create_appointment', wish)
		expect(await begin()).toEqual({ id: first.id, items: 2 })
		const propose = (args: object) =>
			salon.call<string>(salon.user.manager, 'propose_move', { disruption: first.id, appointment: visit!.id, ...args })
		expect(await propose({ starts_at: at(day, '12:00'), employee: salon.ids.ben })).toBe('proposed')
		expect(await propose({ starts_at: at(day, '12:00'), employee: salon.ids.ben })).toBe('proposed')
		expect(await propose({ starts_at: at(day + 1, '12:00') })).toBe('proposed')
		expect(await codeOf(propose({ starts_at: at(day, '12:00'), employee: salon.ids.anna }))).toBe('not_bookable')
		expect(await codeOf(salon.hold({ starts_at: at(day, '12:00'), employee: salon.ids.ben }))).toBe('no error')
		expect((await mails(visit!.id)).map(({ state }) => state)).toEqual(['skipped', 'skipped', 'queued'])
		const { items } = await board(first.id)
		expect(items[0]?.proposal).toMatchObject({ starts_at: expect.stringContaining(at(day + 1, '12:00').slice(0, 10)) })
	})

	test('the same for a whole location', async () => {
		const [visit] = await fill(1)
		const nails = await salon.book({
			starts_at: at(day, '11:00'),
			services: [salon.ids.nails],
			employee: salon.ids.ben,
		})
		const { id, items } = await begin({ employee: null })
		expect(items).toBe(2)
		expect(await proposeAll(id)).toMatchObject({ proposed: 2 })
		const shown = await board(id)
		expect(shown.name).toBeNull()
		expect(shown.items.map(({ proposal }) => Date.parse(proposal!.starts_at))).toEqual([
			Date.parse(at(day + 1, '09:00')),
			Date.parse(at(day + 1, '11:00')),
		])
		await answer(visit!, true)
		await answer(nails, true)
		expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
	})
})

describe('weeks in which the clock changes', () => {
	test.each([
		['spring', '2027-03-28', '2027-03-26T08:00:00+01:00', 23],
		['autumn', '2027-10-31', '2027-10-29T08:00:00+02:00', 25],
	])('fourteen appointments in %s', async (_, date, now, hours) => {
		const wall = (time: string, on = date) =>
			Temporal.PlainDateTime.from(`${on}T${time}`).toZonedDateTime('Europe/Berlin').toInstant().toString()
		const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
		for (let index = 0; index < 14; index++) {
			const time = `${String(9 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`
			await salon.book({ starts_at: wall(time) }, person(`Uhr${String.fromCodePoint(97 + index)}${hours}`), now)
		}
		const [starts_at, ends_at] = [wall('00:00'), wall('00:00', next)]
		expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(hours * 3_600_000)
		const { id, items } = await begin({ starts_at, ends_at }, salon.user.manager, now)
		expect(items).toBe(14)
		expect(await proposeAll(id, now)).toEqual({ proposed: 14, call: 0, open: 0, moved: 0 })
		const [exception] =
			await salon.sql`select starts_at::text, ends_at::text from public.exceptions order by created_at desc limit 1`
		expect(exception).toEqual({ starts_at: `${date} 00:00:00`, ends_at: `${next} 00:00:00` })
		const shown = await board(id, now)
		expect(shown.items.every(({ proposal, starts_at: was }) => proposal?.starts_at === was)).toBe(true)
	})
})

describe('who may', () => {
	test('managers, owners and the reception; staff and others learn nothing', async () => {
		const [visit] = await fill(1)
		const { user, ids } = salon
		const codes = async (name: string, args: object) => {
			const found: Record<string, string> = {}
			for (const who of ['staff', 'foreigner', 'stranger', 'customer'] as const)
				found[who] = await codeOf(salon.call(user[who], name, args as Record<string, unknown>))
			return found
		}
		const nobody = (code: string) => ({ staff: code, foreigner: code, stranger: code, customer: code })
		const times = { starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') }
		expect(await codes('begin_disruption', { location: ids.location, employee: ids.anna, ...times })).toEqual({
			...nobody('location_not_found'),
			staff: 'not_allowed',
		})
		const reception = await salon.addMember('reception')
		expect(await codeOf(begin({ employee: null }, reception))).toBe('not_allowed')
		const closed = await begin({ employee: null })
		expect(await codeOf(salon.call(reception, 'end_disruption', { disruption: closed.id }))).toBe('not_allowed')
		expect(await codeOf(salon.call(user.manager, 'end_disruption', { disruption: closed.id }))).toBe('no error')
		const { id } = await begin({}, reception)
		expect((await salon.call<{ id: string }>(user.owner, 'disruption_board', { disruption: id })).id).toBe(id)
		const rights = { company: ids.company, user: reception }
		await salon.call(user.owner, 'change_member_rights', { ...rights, taken: ['move'] })
		expect(await codeOf(salon.call(reception, 'propose_all', { disruption: id }))).toBe('disruption_not_found')
		expect(await codeOf(begin({}, reception))).toBe('not_allowed')
		await salon.call(user.owner, 'change_member_rights', { ...rights, given: ['move'] })
		expect(await codeOf(salon.call(reception, 'disruption_board', { disruption: id }))).toBe('no error')
		const wish = { disruption: id, appointment: visit!.id }
		const refused = nobody('disruption_not_found')
		for (const [name, args] of Object.entries({
			disruption_board: { disruption: id },
			propose_all: { disruption: id },
			propose_move: { ...wish, starts_at: at(day + 1, '09:00') },
			settle_disrupted: { ...wish, state: 'kept' },
			end_disruption: { disruption: id },
		}))
			expect(await codes(name, args)).toEqual(refused)
		const list = (who: string) => salon.call(who, 'list_disruptions', { location: ids.location })
		expect(disruptionListContract.parse(await list(user.manager)).some((one) => one.id === id)).toBe(true)
		expect(await list(user.staff)).toEqual([])
		await proposeAll(id)
		await salon.call(user.owner, 'change_member_rights', { company: ids.company, user: user.staff, taken: ['move'] })
		expect(await codeOf(salon.call(user.staff, 'answer_proposal', { appointment: visit!.id, accept: false }))).toBe(
			'not_allowed',
		)
		await salon.call(user.owner, 'change_member_rights', { company: ids.company, user: user.staff, given: ['move'] })
		expect(
			await codeOf(salon.call('anon', 'answer_proposal', { ...{ appointment: visit!.id, accept: true }, secret: 'x' })),
		).toBe('appointment_not_found')
		expect(await codeOf(salon.call(user.foreigner, 'answer_proposal', { appointment: visit!.id, accept: true }))).toBe(
			'appointment_not_found',
		)
	})

	test('times make sense, and the person is of this location', async () => {
		expect(await codeOf(begin({ employee: salon.ids.zoe }))).toBe('employee_not_found')
		for (const times of [
			{ ends_at: at(day, '00:00') },
			{ ends_at: at(day + 400, '00:00') },
			{ starts_at: at(-3, '00:00'), ends_at: at(-2, '00:00') },
			{ ends_at: null },
		])
			expect(await codeOf(begin(times))).toBe('disruption_times')
	})
})
