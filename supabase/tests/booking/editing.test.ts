import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf, CONTACT, insertService, openSalon, type Salon, type Visit } from './salon.ts'

// What members change of an appointment: services, people, lengths, prices, words; marks and what takes them back.
let salon: Salon
let reception: string
let ids: Salon['ids']
let day = 3
let id: string
beforeAll(async () => {
	salon = await openSalon()
	ids = salon.ids
	reception = await salon.addMember('reception')
})
beforeEach(async () => {
	await salon.sql`update public.locations set move_notice = 'ask'`
	await salon.sql`delete from public.member_rights`
	day++
	id = (await salon.book({ starts_at: at(day, '10:00') })).id
	await salon.composeMails()
	await salon.sql`delete from public.messages`
})
afterAll(() => salon.close())

type Changed = Visit & { notice: string }
type Wished = { service: string; employee?: string; minutes?: number | null; price?: number | null; origin?: number }
const version = async (appointment = id): Promise<string> => {
	const [row] = await salon.sql`select updated_at::text as version from public.appointments where id = ${appointment}`
	return row?.version as string
}
type More = { who?: string; contact?: object; appointment?: string; anyway?: boolean; notify?: string; now?: string }
async function change(lines: Wished[] | null, { who = salon.user.manager, now, ...more }: More = {}): Promise<Changed> {
	const given = lines && {
		services: lines.map(({ service }) => service),
		employees: lines.map(({ employee = ids.anna }) => employee),
		minutes: lines.map(({ minutes = null }) => minutes),
		prices: lines.map(({ price = null }) => price),
		origins: lines.map(({ origin }) => origin ?? null),
	}
	return changeSeen(await version(more.appointment), { ...given, ...more }, who, now)
}
/** The driver cuts instants to milliseconds, so the version is sent as text. */
async function changeSeen(seen: string, args: Record<string, unknown>, who = salon.user.manager, now?: string) {
	const given: Record<string, unknown> = { appointment: id, ...args }
	const keys = Object.keys(given)
	const list = keys.map((key, index) => `p_${key} => $${index + 2}`).join(', ')
	const values = [seen, ...keys.map((key) => given[key])]
	const statement = `select public.change_appointment(p_version => $1::text::timestamptz, ${list}) as answer`
	const [row] = await salon.run(who, statement, values, now).catch((error: { message: string; detail: string }) => {
		throw new Error(error.message, { cause: error.detail })
	})
	return row?.answer as Changed
}
const linesOf = (appointment = id) => salon.sql`
	select service_name, extract(epoch from ends_at - starts_at)::integer / 60 as minutes, price_cents, agreed_minutes,
		(select name from public.employees where id = employee_id) as employee
	from public.appointment_lines where appointment_id = ${appointment} order by position`
const taken = async (appointment = id) => {
	const [row] =
		await salon.sql`select sum((select sum(upper(piece) - lower(piece)) from unnest(minutes) piece))::integer as minutes
		from public.occupancies where source = ${appointment}`
	return row?.minutes as number
}
const detailOf = (call: Promise<unknown>): Promise<string> =>
	call.then(
		() => '',
		(error: Error & { detail?: string }) => (typeof error.cause === 'string' ? error.cause : (error.detail ?? '')),
	)

describe('lines', () => {
	test('a line that was there is kept once, so that its price cannot be copied', async () => {
		await change([{ service: ids.cut, price: 0, origin: 1 }])
		const copied = change([
			{ service: ids.cut, origin: 1 },
			{ service: ids.cut, origin: 1 },
		])
		expect(await codeOf(copied)).toBe('service_not_found')
		expect(await linesOf()).toHaveLength(1)
	})

	test('are added, swapped and taken out; the agreed price stays with its service', async () => {
		await salon.sql`update public.services set price_cents = 9999 where id = ${ids.cut}`
		const more = await change([{ service: ids.cut, origin: 1, minutes: 30 }, { service: ids.massage }])
		expect(more).toMatchObject({ total_cents: 10500, notice: 'untold', ends_at: expect.anything() })
		expect(await linesOf()).toMatchObject([
			{ service_name: 'Schnitt', price_cents: 4500, agreed_minutes: null },
			{ service_name: 'Massage', minutes: 60, price_cents: 6000 },
		])
		expect(await taken()).toBe(90)
		await change([
			{ service: ids.nails, employee: ids.ben, origin: 1 },
			{ service: ids.massage, origin: 2 },
		])
		expect(await linesOf()).toMatchObject([
			{ service_name: 'Nägel', employee: 'Ben', price_cents: 3000 },
			{ service_name: 'Massage', employee: 'Anna', price_cents: 6000 },
		])
		expect((await change([{ service: ids.massage, origin: 2 }])).total_cents).toBe(6000)
		await salon.sql`update public.services set price_cents = 4500 where id = ${ids.cut}`
		expect(await salon.overlaps()).toBe(0)
	})

	test('an agreed length is kept by every move, whoever moves', async () => {
		const { secret, id: mine } = await salon.book({ starts_at: at(day, '14:00') })
		await change([{ service: ids.cut, origin: 1, minutes: 50 }], { appointment: mine })
		await salon.call(salon.user.manager, 'reschedule_appointment', {
			...{ appointment: mine, starts_at: at(day, '15:00'), employee: ids.ben, notify: 'never' },
		})
		expect(await linesOf(mine)).toMatchObject([{ minutes: 50, agreed_minutes: 50, employee: 'Ben' }])
		await salon.call('anon', 'reschedule_appointment', { appointment: mine, secret, starts_at: at(day, '16:00') })
		expect(await linesOf(mine)).toMatchObject([{ minutes: 50, agreed_minutes: 50 }])
		expect(await taken(mine)).toBe(50)
	})

	test('a processing gap stays free while there is service after it', async () => {
		const colour = (await salon.book({ starts_at: at(day, '12:00'), services: [ids.colour] })).id
		await change([{ service: ids.colour, origin: 1, minutes: 120 }], { appointment: colour })
		expect(await taken(colour)).toBe(90)
		await change([{ service: ids.colour, origin: 1, minutes: 60 }], { appointment: colour })
		expect(await taken(colour)).toBe(60)
	})

	test('what stands in the way is named, and nothing has changed then', async () => {
		await salon.book({ starts_at: at(day, '10:30') }, { ...CONTACT, name: 'Frau Nachbarin' })
		const longer = () => change([{ service: ids.cut, origin: 1, minutes: 45 }], { anyway: true })
		expect(await codeOf(longer())).toBe('slot_taken')
		expect(await detailOf(longer())).toMatch(/Frau Nachbarin/)
		expect(await linesOf()).toMatchObject([{ minutes: 30 }])
		expect(await taken()).toBe(30)
	})

	test('a room that is taken is named too', async () => {
		await salon.sql`insert into public.resources (location_id, name, kind) values (${ids.location}, 'Liege 1', 'Liege')`
		const service = await insertService(salon.sql, ids.location, 'Gesicht', 30, 5000, [ids.anna, ids.ben])
		await salon.sql`update public.services set resource_kind = 'Liege' where id = ${service}`
		await salon.book({ starts_at: at(day, '10:00'), services: [service], employee: ids.ben })
		const swap = () => change([{ service, origin: 1 }])
		expect(await codeOf(swap())).toBe('slot_taken')
		expect(await detailOf(swap())).toMatch(/Liege 1/)
	})

	test('what is unusual is asked about once, and only what was not so before', async () => {
		const late = (await salon.book({ starts_at: at(day, '19:30') })).id
		const longer = (more = {}) => change([{ service: ids.cut, origin: 1, minutes: 60 }], { appointment: late, ...more })
		expect(await codeOf(longer())).toBe('unusual_time')
		expect(await detailOf(longer())).toMatch(/outside_hours/)
		expect((await longer({ anyway: true })).ends_at).toBe((await longer()).ends_at)
		const price = [{ service: ids.cut, origin: 1, minutes: 60, price: 100 }]
		expect((await change(price, { appointment: late })).total_cents).toBe(100)
	})

	test('nonsense is refused', async () => {
		const cut = { service: ids.cut, origin: 1 }
		const cases: [Wished[], string][] = [
			[[], 'service_not_found'],
			[Array.from({ length: 11 }, () => cut), 'service_not_found'],
			[[{ service: ids.colour, employee: ids.ben }], 'not_offered'],
			[[{ service: ids.foreignCut }], 'not_offered'],
			[[{ ...cut, minutes: 4 }], 'line_minutes'],
			[[{ ...cut, minutes: 1441 }], 'line_minutes'],
			[[{ ...cut, price: -1 }], 'price_range'],
			[[{ ...cut, price: 10_000_001 }], 'price_range'],
		]
		for (const [lines, code] of cases) expect([code, await codeOf(change(lines))]).toEqual([code, code])
		expect(await codeOf(change(null, { contact: { name: ' ' } }))).toBe('name_missing')
		expect(await codeOf(change(null, { contact: { for_name: 'x'.repeat(121) } }))).toBe('name_too_long')
		expect(await codeOf(change(null, { contact: { internal_note: 'x'.repeat(4001) } }))).toBe('note_too_long')
		expect(await linesOf()).toMatchObject([{ minutes: 30, price_cents: 4500 }])
	})

	test('of two who change the same at once one is asked to look again, and nobody is booked twice', async () => {
		const seen = await version()
		const wish = (minutes: number) =>
			codeOf(
				changeSeen(seen, {
					...{ services: [ids.cut], employees: [ids.anna], minutes: [minutes], prices: [null], origins: [1] },
				}),
			)
		expect((await Promise.all([wish(40), wish(50)])).toSorted()).toEqual(['edited_meanwhile', 'no error'])
		const outcomes = await Promise.all([
			wish(60),
			codeOf(change([{ service: ids.cut, origin: 1, minutes: 90 }])),
			codeOf(salon.hold({ starts_at: at(day, '11:00') })),
		])
		expect(outcomes).toContain('no error')
		expect(await salon.overlaps()).toBe(0)
	})

	test.each(['2027-03-28', '2026-10-25'])('lengths are minutes on the day the clock changes, %s', async (date) => {
		const start = Temporal.PlainDate.from(date).toZonedDateTime({
			...{ timeZone: 'Europe/Berlin', plainTime: '01:30' },
		})
		const by = { location: ids.location, services: [ids.cut], employee: ids.ben, contact: CONTACT, anyway: true }
		const now = { now: start.subtract({ hours: 20 }).toInstant().toString() }
		const made = await salon.call(
			salon.user.manager,
			'create_appointment',
			{ ...by, starts_at: start.toInstant().toString() },
			now.now,
		)
		const wish = [{ service: ids.cut, employee: ids.ben, origin: 1, minutes: 120 }]
		const longer = await change(wish, { appointment: made.id, anyway: true, ...now })
		expect(Date.parse(longer.ends_at) - Date.parse(longer.starts_at)).toBe(120 * 60_000)
		expect(await taken(made.id)).toBe(120)
	})
})

describe('rights', () => {
	const longer = [{ service: '', origin: 1, minutes: 45 }]
	beforeEach(() => {
		longer[0]!.service = ids.cut
	})

	test('only those who work on the appointment change it', async () => {
		const { customer, stranger, foreigner } = salon.user
		for (const who of [customer, stranger, foreigner])
			for (const call of [
				() => change(longer, { who }),
				() => salon.call(who, 'mark_arrived', { appointment: id }),
				() => salon.call(who, 'restore_appointment', { appointment: id }),
			])
				expect(await codeOf(call())).toBe('appointment_not_found')
		expect(await codeOf(change(longer, { who: 'anon' }))).toMatch(/permission denied/)
		for (const who of [salon.user.staff, reception, salon.user.manager, salon.user.owner])
			expect(await codeOf(change(longer, { who }))).toBe('no error')
		const bens = (await salon.book({ starts_at: at(day, '10:00'), employee: ids.ben })).id
		expect(await codeOf(change(longer, { who: salon.user.staff, appointment: bens }))).toBe('appointment_not_found')
	})

	test('staff change their own lines only, and give none away', async () => {
		const { staff } = salon.user
		await change([
			{ service: ids.cut, origin: 1 },
			{ service: ids.nails, employee: ids.ben },
		])
		const bens = { service: ids.nails, employee: ids.ben, origin: 2, minutes: 30 }
		const own = { service: ids.cut, origin: 1, minutes: 45 }
		expect(await codeOf(change([own, bens], { who: staff }))).toBe('no error')
		for (const lines of [[own], [own, { ...bens, minutes: 60 }], [{ ...own, employee: ids.ben }, bens]])
			expect(await codeOf(change(lines, { who: staff }))).toBe('not_allowed')
	})

	test('lines need the right to move, other prices one of their own; words need none', async () => {
		const { owner, manager, staff } = salon.user
		const cheaper = [{ service: ids.cut, origin: 1, minutes: 30, price: 1000 }]
		for (const who of [staff, reception]) expect(await codeOf(change(cheaper, { who }))).toBe('not_allowed')
		expect((await change(cheaper, { who: manager })).total_cents).toBe(1000)
		// What was agreed is no other price.
		expect(await codeOf(change(cheaper, { who: reception }))).toBe('no error')
		const rights = { company: ids.company, user: reception }
		await salon.call(owner, 'change_member_rights', { ...rights, given: ['appointment_price'], taken: ['move'] })
		expect((await change([{ ...cheaper[0]!, price: 2000 }], { who: reception })).total_cents).toBe(2000)
		expect(await codeOf(change(longer, { who: reception }))).toBe('not_allowed')
		expect(await codeOf(change(null, { who: reception, contact: { note: 'Mit Hund' } }))).toBe('no error')
	})

	test('what the business notes is for those who work on the appointment', async () => {
		const own = await salon.call(salon.user.customer, 'hold_appointment', {
			...{ location: ids.location, services: [ids.cut], employee: ids.anna, starts_at: at(day, '16:00') },
		})
		await salon.call(salon.user.customer, 'confirm_appointment', {
			...{ appointment: own.id, contact: { ...CONTACT, email: 'customer@example.org' }, early_start: salon.agreed },
		})
		await change(null, { appointment: own.id, contact: { internal_note: 'Zahlt bar', name: 'Mia M.' } })
		const seen = async (who: string) => {
			const count = async (statement: string) => (await salon.run(who, statement, [own.id])).length
			return [
				await count('select text from public.appointment_notes where appointment_id = $1'),
				await count('select changes from public.appointment_changes where appointment_id = $1'),
				await count('select name from public.appointment_actors($1)'),
			]
		}
		for (const who of [salon.user.staff, reception, salon.user.manager, salon.user.owner])
			expect(await seen(who)).toEqual([1, 1, 1])
		for (const who of [salon.user.customer, salon.user.stranger, salon.user.foreigner])
			expect(await seen(who)).toEqual([0, 0, 0])
		for (const table of ['appointment_notes', 'appointment_changes'])
			expect(await codeOf(salon.run('anon', `select from public.${table}`))).toMatch(/permission denied/)
	})
})

test('history says who changed what from what to what', async () => {
	await change([{ service: ids.cut, employee: ids.ben, origin: 1, minutes: 45, price: 4000 }], {
		...{ who: salon.user.manager, contact: { for_name: ' Lena ', email: 'neu@example.org', internal_note: 'Allein' } },
	})
	const [event] = await salon.sql`select event.verb, event.actor_id, change.changes from public.appointment_events event
		join public.appointment_changes change on change.event_id = event.id where event.appointment_id = ${id}`
	expect(event).toMatchObject({ verb: 'change', actor_id: salon.user.manager })
	const changes = event?.changes as { what: string; old: unknown; new: unknown }[]
	expect(changes).toEqual(
		expect.arrayContaining([
			{
				what: 'lines',
				old: [{ service: 'Schnitt', employee: 'Anna', minutes: 30, price_cents: 4500 }],
				new: [{ service: 'Schnitt', employee: 'Ben', minutes: 45, price_cents: 4000 }],
			},
			{ what: 'for_name', old: '', new: 'Lena' },
			{ what: 'email', old: 'mia@example.org', new: 'neu@example.org' },
			{ what: 'internal_note', old: '', new: 'Allein' },
		]),
	)
	expect(changes).toHaveLength(4)
	const count = async () => (await salon.sql`select from public.appointment_events where appointment_id = ${id}`).length
	const before = await count()
	await change(null, { contact: { for_name: 'Lena' } })
	expect(await count()).toBe(before)
})

describe('the mail about it', () => {
	const mails = () =>
		salon.sql`select kind, state, recipient, payload from public.messages where appointment_id = ${id}`
	test('is one, after services and time have changed, and none for words and prices', async () => {
		expect((await change(null, { contact: { note: 'Später' } })).notice).toBe('none')
		expect((await change([{ service: ids.cut, origin: 1, minutes: 30, price: 1 }])).notice).toBe('none')
		const swapped = [{ service: ids.massage, origin: 1 }]
		expect((await change(swapped, { notify: 'always' })).notice).toBe('waiting')
		await salon.call(salon.user.manager, 'reschedule_appointment', {
			...{ appointment: id, starts_at: at(day, '12:00'), notify: 'ask' },
		})
		const sent = (await mails()).filter(({ state }) => state === 'queued')
		expect(sent).toHaveLength(1)
		expect(sent[0]?.payload).toMatchObject({
			old_services: [ids.cut],
			services: [{ service_id: ids.massage }],
		})
	})
	test('is taken back when everything is as it was told', async () => {
		await change([{ service: ids.massage, origin: 1 }], { notify: 'always' })
		const back = await change([{ service: ids.cut, origin: 1, price: 4500 }])
		expect(back.notice).toBe('none')
		expect((await mails()).map(({ state }) => state)).toEqual(['skipped'])
	})
})

describe('marks', () => {
	test('arrived, from the day on, and taken back; gone when moved to another day', async () => {
		const manager = salon.user.manager
		const arrive = (arrived: boolean, now?: string) =>
			codeOf(salon.call(manager, 'mark_arrived', { appointment: id, arrived }, now))
		const arrivedAt = async () =>
			(await salon.sql`select arrived_at from public.appointments where id = ${id}`)[0]?.arrived_at as Date | null
		expect(await arrive(true)).toBe('not_today')
		expect(await arrive(true, at(day, '09:40'))).toBe('no error')
		expect((await arrivedAt())?.getTime()).toBe(Date.parse(at(day, '09:40')))
		expect(await arrive(false, at(day, '09:41'))).toBe('no error')
		expect(await arrivedAt()).toBeNull()
		await arrive(true, at(day, '09:42'))
		const move = { appointment: id, starts_at: at(day + 1, '10:00'), notify: 'never' }
		await salon.call(manager, 'reschedule_appointment', move, at(day, '09:43'))
		expect(await arrivedAt()).toBeNull()
		day++
	})

	test('a cancellation is taken back while the time is free, and the customer gets a confirmation', async () => {
		const call = (verb: string) => codeOf(salon.call(salon.user.manager, verb, { appointment: id }))
		await change([{ service: ids.cut, origin: 1, minutes: 50, price: 4000 }])
		await call('cancel_appointment')
		expect(await taken()).toBeNull()
		expect(await call('restore_appointment')).toBe('no error')
		expect(await linesOf()).toMatchObject([{ minutes: 50, price_cents: 4000, agreed_minutes: 50 }])
		expect(await taken()).toBe(50)
		const kinds =
			await salon.sql`select kind from public.messages where appointment_id = ${id} and audience = 'customer' order by id`
		expect(kinds.map(({ kind }) => kind as string).toSorted()).toEqual([
			'appointment_cancelled',
			'appointment_confirmed',
		])
		await call('cancel_appointment')
		await salon.book({ starts_at: at(day, '10:30') }, { ...CONTACT, name: 'Frau Nachbarin' })
		const again = salon.call(salon.user.manager, 'restore_appointment', { appointment: id })
		expect(await detailOf(again)).toMatch(/Frau Nachbarin/)
		expect(await taken()).toBeNull()
	})

	test('not after a withdrawal, and not without the right to book', async () => {
		const treated = await salon.book({ starts_at: at(day, '12:00'), services: [ids.massage] })
		const restore = (who: string, appointment: string) =>
			codeOf(salon.call(who, 'restore_appointment', { appointment }))
		await salon.call('anon', 'withdraw_appointment', { appointment: treated.id, secret: treated.secret })
		expect(await restore(salon.user.manager, treated.id)).toBe('wrong_state')
		await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
		const rights = { company: ids.company, user: reception, taken: ['book'] }
		await salon.call(salon.user.owner, 'change_member_rights', rights)
		expect(await restore(reception, id)).toBe('not_allowed')
	})
})

test('who comes is stored with an appointment by hand', async () => {
	const by = { location: ids.location, services: [ids.cut], employee: ids.ben, starts_at: at(day, '10:00') }
	const made = await salon.call(salon.user.manager, 'create_appointment', {
		...{ ...by, contact: { ...CONTACT, for_name: ' Lena ' } },
	})
	const [row] = await salon.sql`select for_name from public.appointments where id = ${made.id}`
	expect(row?.for_name).toBe('Lena')
})
