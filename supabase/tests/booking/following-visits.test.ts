import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, type Caller, CONTACT, codeOf, openSalon, type Salon, type Visit } from './salon.ts'

// An appointment of a series, moved and changed together with the later ones.
let salon: Salon
let first = 0
beforeAll(async () => {
	salon = await openSalon(24)
})
afterAll(() => salon.close())
beforeEach(() => void (first += 40))

type Conflict = { id: string; starts_at: string; code: string; against: { reasons: object[] }[] }
type Moved = { moved: { id: string; was: string; now: string }[]; conflicts: Conflict[] }
type Changed = { changed: string[]; conflicts: Conflict[] }

/** A weekly series of Anna's at 10:00. */
async function series(count = 3, changes: object = {}, email = `rosa-${first}@example.org`) {
	const made = await salon.call<{ visits: Visit[] }>(salon.user.manager, 'create_series', {
		...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, weeks: 1, count },
		...{ starts_at: at(first, '10:00'), contact: { name: 'Rosa Regel', email, phone: '' }, ...changes },
	})
	return made.visits.map(({ id }) => id)
}
const move = (appointment: string, changes: object, who: Caller = salon.user.manager) =>
	salon.call<Moved>(who, 'move_following', { appointment, notify: 'always', ...changes })
const back = ({ moved }: Moved, who: Caller = salon.user.manager, changes: object = {}) =>
	salon.call<{ moved: number; left: number }>(who, 'move_back', {
		...{
			visits: moved.map(({ id }) => id),
			to: moved.map(({ was }) => was),
			seen: moved.map(({ now }) => now),
			...changes,
		},
	})
const starts = async (ids: string[]) =>
	(await salon.sql`select starts_at from public.appointments where id = any(${ids}) order by starts_at`).map(
		({ starts_at }) => Number(starts_at),
	)
const weekly = (time: string, days: number[] = [0, 7, 14]) => days.map((day) => Date.parse(at(first + day, time)))
const versions = async (ids: string[]) => {
	const rows = await salon.sql<
		{ id: string; version: string }[]
	>`select id, updated_at::text as version from public.appointments where id = any(${ids})`
	return { later: rows.map(({ id }) => id), later_versions: rows.map(({ version }) => version) }
}
async function edit(id: string, changes: Record<string, unknown>, who: Caller = salon.user.manager) {
	const [row] = await salon.sql`select updated_at::text as version from public.appointments where id = ${id}`
	const args: Record<string, unknown> = { appointment: id, ...row, ...changes }
	const keys = Object.keys(args)
	const cast: Record<string, string> = { version: '::text::timestamptz', later_versions: '::text[]::timestamptz[]' }
	const list = keys.map((key, index) => `p_${key} => $${index + 1}${cast[key] ?? ''}`)
	const [answer] = await salon.run(
		who,
		`select public.change_following(${list.join(', ')}) as answer`,
		keys.map((key) => args[key]),
	)
	return answer?.answer as Changed
}
const mailsTo = (recipient: string) => salon.sql<
	{ kind: string; state: string; last_error: string; payload: Record<string, unknown> }[]
>`
	select kind, state, last_error, payload from public.messages where recipient = ${recipient} order by created_at, id`
const claim = () => salon.run('service_role', 'select * from public.claim_messages(1000)', [], at(1, '00:00'))

describe('moving this and all later ones', () => {
	test('takes all of them, leaves earlier ones, and is told by one mail with the old and new times', async () => {
		const email = `alle-${first}@example.org`
		const ids = (await series(4, {}, email)) as [string, string, string, string]
		await claim()
		const answer = await move(ids[1], { starts_at: at(first + 8, '11:15'), reason: 'Fortbildung' })
		expect(answer.conflicts).toEqual([])
		expect(answer.moved.map(({ id }) => id)).toEqual(ids.slice(1))
		expect(await starts(ids)).toEqual([...weekly('10:00', [0]), ...weekly('11:15', [8, 15, 22])])
		await claim()
		const told = (await mailsTo(email)).filter(({ kind }) => kind === 'appointment_rescheduled')
		expect(told.map(({ state }) => state).toSorted()).toEqual(['sending', 'skipped', 'skipped'])
		const sent = told.find(({ state }) => state === 'sending')
		expect(sent?.payload.reason).toBe('Fortbildung')
		const dates = sent?.payload.series as { starts_at: string; old_starts_at: string }[]
		expect(dates.map(({ starts_at }) => Date.parse(starts_at))).toEqual(weekly('11:15', [8, 15, 22]))
		expect(dates.map(({ old_starts_at }) => Date.parse(old_starts_at))).toEqual(weekly('10:00', [7, 14, 21]))
		expect(await salon.overlaps()).toBe(0)
	})

	test('goes to where the next one stood, and to somebody else', async () => {
		const ids = await series()
		await move(ids[0] ?? '', { starts_at: at(first + 7, '10:00'), employee: salon.ids.ben })
		expect(await starts(ids)).toEqual(weekly('10:00', [7, 14, 21]))
		const people =
			await salon.sql`select distinct employee_id from public.appointment_lines where appointment_id = any(${ids})`
		expect(people).toEqual([{ employee_id: salon.ids.ben }])
	})

	test.each([
		['summer begins', '2027-03-25'],
		['summer ends', '2027-10-28'],
	])('keeps the wall time where %s', async (_name, day) => {
		const start = (days: number, time: string) =>
			Temporal.PlainDate.from(day)
				.add({ days })
				.toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: time })
				.toInstant()
				.toString()
		const ids = await series(3, { starts_at: start(0, '09:00') })
		await move(ids[0] ?? '', { starts_at: start(1, '14:30') })
		expect(await starts(ids)).toEqual([1, 8, 15].map((days) => Date.parse(start(days, '14:30'))))
	})

	test('names what speaks against single ones, changes nothing before, and leaves out or insists on wish', async () => {
		const ids = (await series(4)) as [string, string, string, string]
		const create = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, anyway: true }
		await salon.call(salon.user.manager, 'create_appointment', {
			...{ ...create, starts_at: at(first + 7, '12:00'), contact: { ...CONTACT, name: 'Vera Vorher' } },
		})
		await salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${salon.ids.location}, ${salon.ids.anna}, 'closed', ${at(first + 14, '00:00')}, ${at(first + 15, '00:00')}, 'Urlaub')`
		const wish = { starts_at: at(first, '12:00') }
		const { moved, conflicts } = await move(ids[0], wish)
		expect(moved).toEqual([])
		expect(conflicts).toMatchObject([
			{ id: ids[1], code: 'slot_taken', against: [{ reasons: [{ reason: 'busy', customer: 'Vera Vorher' }] }] },
		])
		expect(await starts(ids)).toEqual(weekly('10:00', [0, 7, 14, 21]))
		// On the same day an absence is as usual as it was; on another it is asked about.
		const { conflicts: absent } = await move(ids[0], { starts_at: at(first - 7, '12:00'), skipped: [ids[1], ids[2]] })
		expect(absent).toMatchObject([{ id: ids[3], code: 'unusual_time', against: [{ reasons: [{ reason: 'closed' }] }] }])
		await move(ids[0], { ...wish, skipped: [ids[1]] })
		expect(await starts(ids)).toEqual([...weekly('12:00', [0]), ...weekly('10:00', [7]), ...weekly('12:00', [14, 21])])
		await move(ids[0], { starts_at: at(first - 7, '13:00'), skipped: [ids[1], ids[2]], anyway: [ids[3]] })
		expect(await starts([ids[3]])).toEqual(weekly('13:00', [14]))
		expect(await codeOf(move(ids[0], { ...wish, skipped: ids }))).toBe('series_empty')
	})

	test('does not move over what others have changed since', async () => {
		const ids = (await series()) as [string, string, string]
		const [row] = await salon.sql`select internal.standing(${ids[0]}) as seen`
		const seen = { seen: [String(row?.seen)], ...(await versions(ids)) }
		await salon.call(salon.user.manager, 'reschedule_appointment', {
			appointment: ids[2],
			starts_at: at(first + 14, '15:00'),
		})
		const wish = (more: object = {}) => {
			const args: Record<string, unknown> = {
				appointment: ids[0],
				starts_at: at(first, '11:00'),
				notify: 'never',
				...seen,
				...more,
			}
			const keys = Object.keys(args)
			const list = keys.map(
				(key, index) => `p_${key} => $${index + 1}${key === 'later_versions' ? '::text[]::timestamptz[]' : ''}`,
			)
			return salon.run(
				salon.user.manager,
				`select public.move_following(${list.join(', ')}) as answer`,
				keys.map((key) => args[key]),
			)
		}
		const [asked] = await wish()
		expect(asked?.answer).toMatchObject({ conflicts: [{ id: ids[2], code: 'edited_meanwhile' }] })
		await wish({ skipped: [ids[2]] })
		expect(await starts(ids)).toEqual([...weekly('11:00', [0, 7]), ...weekly('15:00', [14])])
		expect(await codeOf(wish())).toBe('moved_meanwhile')
	})

	test('is taken back as a whole, and nobody is told of what they never heard of', async () => {
		const email = `zurueck-${first}@example.org`
		const ids = await series(3, {}, email)
		await claim()
		const answer = await move(ids[0] ?? '', { starts_at: at(first + 1, '16:00'), employee: salon.ids.ben })
		expect(await back(answer, salon.user.foreigner).catch((error: Error) => error.message)).toBe(
			'appointment_not_found',
		)
		expect(await back(answer)).toEqual({ moved: 3, left: 0 })
		expect(await starts(ids)).toEqual(weekly('10:00'))
		const people =
			await salon.sql`select distinct employee_id from public.appointment_lines where appointment_id = any(${ids})`
		expect(people).toEqual([{ employee_id: salon.ids.anna }])
		await claim()
		const told = (await mailsTo(email)).filter(({ kind }) => kind === 'appointment_rescheduled')
		expect(new Set(told.map(({ last_error }) => last_error))).toEqual(new Set(['replaced']))
		// Again it finds them elsewhere than it was told.
		expect(await back(answer)).toEqual({ moved: 0, left: 3 })
	})

	test('is taken back but for what somebody has moved since', async () => {
		const ids = (await series()) as [string, string, string]
		const answer = await move(ids[0], { starts_at: at(first, '16:00') })
		await salon.call(salon.user.manager, 'reschedule_appointment', {
			appointment: ids[1],
			starts_at: at(first + 7, '17:00'),
		})
		expect(await back(answer)).toEqual({ moved: 2, left: 1 })
		expect(await starts(ids)).toEqual([...weekly('10:00', [0]), ...weekly('17:00', [7]), ...weekly('10:00', [14])])
		const hostile = (to: string) =>
			codeOf(back(answer, salon.user.manager, { to: [to, to, to], seen: answer.moved.map(({ was }) => was) }))
		for (const to of ['', 'x', '1 2', `99999999999 ${salon.ids.anna}`, `0 ${salon.ids.anna}`, `1 ${'-'.repeat(36)}`])
			expect(await hostile(to)).toBe('not_bookable')
		const stranger = `${Date.parse(at(first, '10:00')) / 1000} ${salon.ids.zoe}`
		expect(['not_allowed', 'not_offered']).toContain(await hostile(stranger))
	})

	test('only by those who work on it, and staff their own', async () => {
		const ids = (await series()) as [string, string, string]
		const wish = { starts_at: at(first, '11:00') }
		for (const who of [salon.user.foreigner, salon.user.customer])
			expect(await codeOf(move(ids[0], wish, who))).toBe('appointment_not_found')
		expect(await codeOf(move(ids[0], wish, 'anon'))).toMatch(/permission denied/)
		expect(await codeOf(move(ids[0], { ...wish, employee: salon.ids.ben }, salon.user.staff))).toBe('not_allowed')
		expect(await codeOf(move(ids[0], { ...wish, employee: salon.ids.zoe }))).toBe('not_offered')
		await move(ids[1], { starts_at: at(first + 7, '10:00'), employee: salon.ids.ben, skipped: [ids[2]] })
		expect((await move(ids[0], wish, salon.user.staff)).moved.map(({ id }) => id)).toEqual([ids[0], ids[2]])
		for (const starts_at of ['9999-01-01T00:00:00Z', '1900-01-01T00:00:00Z', null])
			expect(await codeOf(move(ids[0], { starts_at }))).toBe('not_bookable')
	})

	test('twenty at once, with others who book: no overlap, and the series stays a series', async () => {
		const ids = (await series(4)) as [string, string, string, string]
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, turn) =>
				turn % 4 === 3
					? codeOf(salon.book({ starts_at: at(((turn - 3) % 7) + 1, `${9 + (turn % 8)}:30`) }))
					: codeOf(move(ids[0], { starts_at: at(first, `${8 + (turn % 9)}:00`.padStart(5, '0')) })),
			),
		)
		expect(answers.filter((code) => !['no error', 'slot_taken', 'not_bookable'].includes(code))).toEqual([])
		const times = await salon.sql`select distinct to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as time
			from public.appointments where id = any(${ids})`
		expect(times).toHaveLength(1)
		expect(await salon.overlaps()).toBe(0)
	})
})

describe('changing this and all later ones', () => {
	const lines = (changes: Record<string, unknown> = {}) => ({
		...{
			services: [salon.ids.cut],
			employees: [salon.ids.anna],
			minutes: [30],
			prices: [4500],
			origins: [1],
			...changes,
		},
	})
	const facts = (ids: string[]) => salon.sql`select visit.note, line.service_name, line.employee_id,
		(extract(epoch from line.ends_at - line.starts_at) / 60)::integer as minutes, line.price_cents
		from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
		where visit.id = any(${ids}) order by visit.starts_at, line."position"`

	test('brings what is changed into all of them, and keeps what is their own', async () => {
		const ids = (await series()) as [string, string, string]
		await salon.sql`update public.appointment_lines set price_cents = 4000 where appointment_id = ${ids[2]}`
		expect(
			(await edit(ids[0], { ...lines({ minutes: [45] }), contact: { note: 'Kaffee', name: 'Rosa Regel' } })).changed,
		).toEqual(ids)
		expect(await facts(ids)).toMatchObject([
			{ note: 'Kaffee', minutes: 45, price_cents: 4500 },
			{ note: 'Kaffee', minutes: 45, price_cents: 4500 },
			{ note: 'Kaffee', minutes: 45, price_cents: 4000 },
		])
		expect(
			(
				await edit(
					ids[1],
					lines({
						services: [salon.ids.cut, salon.ids.massage],
						employees: [salon.ids.anna, salon.ids.anna],
						minutes: [45, null],
						prices: [4500, null],
						origins: [1, null],
					}),
				)
			).changed,
		).toEqual(ids.slice(1))
		expect((await facts(ids)).map(({ service_name }) => service_name)).toEqual([
			'Schnitt',
			'Schnitt',
			'Massage',
			'Schnitt',
			'Massage',
		])
		expect(await salon.overlaps()).toBe(0)
	})

	test('gives all to somebody else, and tells it once', async () => {
		const email = `person-${first}@example.org`
		const ids = await series(3, {}, email)
		await claim()
		await edit(ids[0] ?? '', { ...lines({ employees: [salon.ids.ben] }), notify: 'always' })
		expect((await facts(ids)).map(({ employee_id }) => employee_id)).toEqual(Array(3).fill(salon.ids.ben))
		await claim()
		const told = (await mailsTo(email)).filter(
			({ kind, state }) => kind === 'appointment_rescheduled' && state === 'sending',
		)
		expect(told.map(({ payload }) => (payload.series as unknown[]).length)).toEqual([3])
	})

	test('names what is in the way, other services, and what others have changed', async () => {
		const ids = (await series(4)) as [string, string, string, string]
		const seen = await versions(ids)
		await salon.call(salon.user.manager, 'create_appointment', {
			...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, anyway: true },
			...{ starts_at: at(first + 7, '10:30'), contact: { ...CONTACT, name: 'Vera Vorher' } },
		})
		await salon.sql`update public.appointment_lines set service_id = ${salon.ids.massage} where appointment_id = ${ids[2]}`
		await salon.sql`update public.appointments set note = 'neu' where id = ${ids[3]}`
		const { changed, conflicts } = await edit(ids[0], { ...lines({ minutes: [60] }), ...seen })
		expect(changed).toEqual([])
		expect(conflicts).toMatchObject([
			{ id: ids[1], code: 'slot_taken', against: [{ reasons: [{ customer: 'Vera Vorher' }] }] },
			{ id: ids[2], code: 'other_services' },
			{ id: ids[3], code: 'edited_meanwhile' },
		])
		expect((await edit(ids[0], { ...lines({ minutes: [60] }), skipped: [ids[1], ids[2]] })).changed).toEqual([
			ids[0],
			ids[3],
		])
	})

	test('only by those who may', async () => {
		const ids = (await series()) as [string, string, string]
		expect(await codeOf(edit(ids[0], { contact: { note: 'x' } }, salon.user.foreigner))).toBe('appointment_not_found')
		expect(await codeOf(edit(ids[0], { contact: { note: 'x' } }, 'anon'))).toMatch(/permission denied/)
		expect(await codeOf(edit(ids[0], lines({ employees: [salon.ids.ben] }), salon.user.staff))).toBe('not_allowed')
		expect(await codeOf(edit(ids[0], lines({ prices: [1] }), salon.user.staff))).toBe('not_allowed')
		expect(await codeOf(edit(ids[0], { version: '2026-01-01 00:00+00', contact: { note: 'x' } }))).toBe(
			'edited_meanwhile',
		)
		expect(await codeOf(edit(ids[0], { contact: '[]' }))).toBe('name_missing')
		expect((await facts(ids)).map(({ note }) => note)).toEqual(['', '', ''])
		expect((await edit(ids[0], { contact: { note: 'Meins' } }, salon.user.staff)).changed).toEqual(ids)
	})
})

describe('cancelling this and all later ones is taken back', () => {
	const cancel = (appointment: string) =>
		salon.call<object>(salon.user.manager, 'cancel_following', { appointment, reason: 'Irrtum' })
	const restore = (appointment: string, changes: object = {}, who: Caller = salon.user.manager) =>
		salon.call<{ restored: number; conflicts: Conflict[] }>(who, 'restore_following', { appointment, ...changes })
	const states = async (ids: string[]) =>
		(await salon.sql`select state::text from public.appointments where id = any(${ids}) order by starts_at`).map(
			({ state }) => state,
		)

	test('for those that were cancelled by the same step, with one confirmation', async () => {
		const email = `doch-${first}@example.org`
		const ids = (await series(4, {}, email)) as [string, string, string, string]
		await salon.call(salon.user.manager, 'cancel_appointment', { appointment: ids[3] })
		await cancel(ids[1])
		expect(await states(ids)).toEqual(['confirmed', 'cancelled', 'cancelled', 'cancelled'])
		expect(await restore(ids[1])).toEqual({ restored: 2, conflicts: [] })
		expect(await states(ids)).toEqual(['confirmed', 'confirmed', 'confirmed', 'cancelled'])
		expect(await restore(ids[1])).toEqual({ restored: 0, conflicts: [] })
		const mails = (await mailsTo(email)).filter(({ kind }) => kind === 'appointment_confirmed')
		expect(mails.map(({ payload }) => (payload.series as unknown[]).length)).toEqual([4, 2])
		expect(await salon.sql`select from public.occupancies where source = any(${ids})`).toHaveLength(3)
	})

	test('names where somebody else stands by now, and leaves that out on wish', async () => {
		const ids = (await series()) as [string, string, string]
		await cancel(ids[0])
		await salon.call(salon.user.manager, 'create_appointment', {
			...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, anyway: true },
			...{ starts_at: at(first + 7, '10:00'), contact: { ...CONTACT, name: 'Vera Vorher' } },
		})
		const { restored, conflicts } = await restore(ids[0])
		expect(restored).toBe(0)
		expect(conflicts).toMatchObject([
			{ id: ids[1], code: 'slot_taken', against: [{ reasons: [{ customer: 'Vera Vorher' }] }] },
		])
		expect(await states(ids)).toEqual(Array(3).fill('cancelled'))
		expect(await restore(ids[0], { skipped: [ids[1]] })).toMatchObject({ restored: 2 })
		expect(await states(ids)).toEqual(['confirmed', 'cancelled', 'confirmed'])
		expect(await salon.overlaps()).toBe(0)
	})

	test('only by those who may, and with a question what the customer has cancelled', async () => {
		const ids = (await series()) as [string, string, string]
		await cancel(ids[0])
		for (const who of [salon.user.foreigner, salon.user.customer])
			expect(await codeOf(restore(ids[0], {}, who))).toBe('appointment_not_found')
		expect(await codeOf(restore(ids[0], {}, 'anon'))).toMatch(/permission denied/)
		await salon.sql`update public.appointment_events set actor = 'customer' where appointment_id = ${ids[0]} and verb = 'cancel'`
		expect(await codeOf(restore(ids[0]))).toBe('restore_doubtful')
		expect(await restore(ids[0], { anyway: true })).toMatchObject({ restored: 3 })
	})
})

test('all of it at once, and a customer who cancels: nobody waits for each other, and time belongs to what stands', async () => {
	const known = [
		'no error',
		'wrong_state',
		'slot_taken',
		'series_empty',
		'edited_meanwhile',
		'restore_doubtful',
		'moved_meanwhile',
	]
	const ids = (await series(4)) as [string, string, string, string]
	await salon.sql`update public.appointments set user_id = ${salon.user.customer} where id = any(${ids})`
	for (let round = 0; round < 4; round++) {
		const codes = await Promise.all(
			[
				move(ids[0], { starts_at: at(first, `1${round}:30`) }),
				move(ids[1], { starts_at: at(first + 8, `1${round}:00`), employee: salon.ids.ben }),
				edit(ids[0], { contact: { note: `Runde ${round}` } }),
				salon.call(salon.user.manager, 'cancel_following', { appointment: ids[2], reason: '' }),
				salon.call(salon.user.manager, 'restore_following', { appointment: ids[2], anyway: true }),
				salon.call(salon.user.customer, 'cancel_appointment', { appointment: ids[3] }),
				salon.call('service_role', 'claim_messages', { limit: 100 }),
			].map(codeOf),
		)
		expect(codes.filter((code) => !known.includes(code))).toEqual([])
	}
	const rows = await salon.sql<{ open: boolean; taken: boolean }[]>`select state = 'confirmed' as open,
		exists (select from public.occupancies one where one.source = visit.id) as taken
		from public.appointments visit where visit.id = any(${ids})`
	for (const { open, taken } of rows) expect(taken).toBe(open)
	expect(await salon.overlaps()).toBe(0)
})
