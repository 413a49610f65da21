import { describe, expect, test } from 'vitest'
import { at, type Caller, CONTACT, codeOf } from './salon.ts'
import { mailsTo, type Moved, startWeekly } from './weekly.ts'

// An appointment of a series, moved and changed together with the later ones.
const world = startWeekly()
const { series, move, edit } = world
const back = ({ moved }: Moved, who: Caller = world.salon.user.manager, changes: object = {}) =>
	world.salon.call<{ moved: number; left: number }>(who, 'move_back', {
		...{
			visits: moved.map(({ id }) => id),
			to: moved.map(({ was }) => was),
			seen: moved.map(({ now }) => now),
			...changes,
		},
	})
const starts = async (ids: string[]) =>
	(await world.salon.sql`select starts_at from public.appointments where id = any(${ids}) order by starts_at`).map(
		({ starts_at }) => Number(starts_at),
	)
const weekly = (time: string, days: number[] = [0, 7, 14]) => days.map((day) => Date.parse(at(world.first + day, time)))
const versions = async (ids: string[]) => {
	const rows = await world.salon.sql<
		{ id: string; version: string }[]
	>`select id, updated_at::text as version from public.appointments where id = any(${ids})`
	return { later: rows.map(({ id }) => id), later_versions: rows.map(({ version }) => version) }
}
const claim = () => world.salon.run('service_role', 'select * from public.claim_messages(1000)', [], at(1, '00:00'))

describe('moving this and all later ones', () => {
	test('takes all of them, leaves earlier ones, and is told by one mail with the old and new times', async () => {
		const email = `alle-${world.first}@example.org`
		const ids = (await series(4, {}, email)) as [string, string, string, string]
		await claim()
		const answer = await move(ids[1], { starts_at: at(world.first + 8, '11:15'), reason: 'Fortbildung' })
		expect(answer.conflicts).toEqual([])
		expect(answer.moved.map(({ id }) => id)).toEqual(ids.slice(1))
		expect(await starts(ids)).toEqual([...weekly('10:00', [0]), ...weekly('11:15', [8, 15, 22])])
		await claim()
		const told = (await mailsTo(world.salon, email)).filter(({ kind }) => kind === 'appointment_rescheduled')
		expect(told.map(({ state }) => state).toSorted()).toEqual(['sending', 'skipped', 'skipped'])
		const sent = told.find(({ state }) => state === 'sending')
		expect(sent?.payload.reason).toBe('Fortbildung')
		const dates = sent?.payload.series as { starts_at: string; old_starts_at: string }[]
		expect(dates.map(({ starts_at }) => Date.parse(starts_at))).toEqual(weekly('11:15', [8, 15, 22]))
		expect(dates.map(({ old_starts_at }) => Date.parse(old_starts_at))).toEqual(weekly('10:00', [7, 14, 21]))
		expect(await world.salon.overlaps()).toBe(0)
	})

	test('goes to where the next one stood, and to somebody else', async () => {
		const ids = await series()
		await move(ids[0] ?? '', { starts_at: at(world.first + 7, '10:00'), employee: world.salon.ids.ben })
		expect(await starts(ids)).toEqual(weekly('10:00', [7, 14, 21]))
		const people = await world.salon
			.sql`select distinct employee_id from public.appointment_lines where appointment_id = any(${ids})`
		expect(people).toEqual([{ employee_id: world.salon.ids.ben }])
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
		const create = {
			location: world.salon.ids.location,
			services: [world.salon.ids.cut],
			employee: world.salon.ids.anna,
			anyway: true,
		}
		await world.salon.call(world.salon.user.manager, 'create_appointment', {
			...{ ...create, starts_at: at(world.first + 7, '12:00'), contact: { ...CONTACT, name: 'Vera Vorher' } },
		})
		await world.salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${world.salon.ids.location}, ${world.salon.ids.anna}, 'closed', ${at(world.first + 14, '00:00')}, ${at(world.first + 15, '00:00')}, 'Urlaub')`
		const wish = { starts_at: at(world.first, '12:00') }
		const { moved, conflicts } = await move(ids[0], wish)
		expect(moved).toEqual([])
		expect(conflicts).toMatchObject([
			{ id: ids[1], code: 'slot_taken', against: [{ reasons: [{ reason: 'busy', customer: 'Vera Vorher' }] }] },
		])
		expect(await starts(ids)).toEqual(weekly('10:00', [0, 7, 14, 21]))
		// On the same day an absence is as usual as it was; on another it is asked about.
		const { conflicts: absent } = await move(ids[0], {
			starts_at: at(world.first - 7, '12:00'),
			skipped: [ids[1], ids[2]],
		})
		expect(absent).toMatchObject([{ id: ids[3], code: 'unusual_time', against: [{ reasons: [{ reason: 'closed' }] }] }])
		await move(ids[0], { ...wish, skipped: [ids[1]] })
		expect(await starts(ids)).toEqual([...weekly('12:00', [0]), ...weekly('10:00', [7]), ...weekly('12:00', [14, 21])])
		await move(ids[0], { starts_at: at(world.first - 7, '13:00'), skipped: [ids[1], ids[2]], anyway: [ids[3]] })
		expect(await starts([ids[3]])).toEqual(weekly('13:00', [14]))
		expect(await codeOf(move(ids[0], { ...wish, skipped: ids }))).toBe('series_empty')
	})

	test('does not move over what others have changed since', async () => {
		const ids = (await series()) as [string, string, string]
		const [row] = await world.salon.sql`select internal.standing(${ids[0]}) as seen`
		const seen = { seen: [String(row?.seen)], ...(await versions(ids)) }
		await world.salon.call(world.salon.user.manager, 'reschedule_appointment', {
			appointment: ids[2],
			starts_at: at(world.first + 14, '15:00'),
		})
		const wish = (more: object = {}) => {
			const args: Record<string, unknown> = {
				appointment: ids[0],
				starts_at: at(world.first, '11:00'),
				notify: 'never',
				...seen,
				...more,
			}
			const keys = Object.keys(args)
			const list = keys.map(
				(key, index) => `p_${key} => $${index + 1}${key === 'later_versions' ? '::text[]::timestamptz[]' : ''}`,
			)
			return world.salon.run(
				world.salon.user.manager,
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
		const email = `zurueck-${world.first}@example.org`
		const ids = await series(3, {}, email)
		await claim()
		const answer = await move(ids[0] ?? '', { starts_at: at(world.first + 1, '16:00'), employee: world.salon.ids.ben })
		expect(await back(answer, world.salon.user.foreigner).catch((error: Error) => error.message)).toBe(
			'appointment_not_found',
		)
		expect(await back(answer)).toEqual({ moved: 3, left: 0 })
		expect(await starts(ids)).toEqual(weekly('10:00'))
		const people = await world.salon
			.sql`select distinct employee_id from public.appointment_lines where appointment_id = any(${ids})`
		expect(people).toEqual([{ employee_id: world.salon.ids.anna }])
		await claim()
		const told = (await mailsTo(world.salon, email)).filter(({ kind }) => kind === 'appointment_rescheduled')
		expect(new Set(told.map(({ last_error }) => last_error))).toEqual(new Set(['replaced']))
		// Again it finds them elsewhere than it was told.
		expect(await back(answer)).toEqual({ moved: 0, left: 3 })
	})

	test('is taken back but for what somebody has moved since', async () => {
		const ids = (await series()) as [string, string, string]
		const answer = await move(ids[0], { starts_at: at(world.first, '16:00') })
		await world.salon.call(world.salon.user.manager, 'reschedule_appointment', {
			appointment: ids[1],
			starts_at: at(world.first + 7, '17:00'),
		})
		expect(await back(answer)).toEqual({ moved: 2, left: 1 })
		expect(await starts(ids)).toEqual([...weekly('10:00', [0]), ...weekly('17:00', [7]), ...weekly('10:00', [14])])
		const hostile = (to: string) =>
			codeOf(back(answer, world.salon.user.manager, { to: [to, to, to], seen: answer.moved.map(({ was }) => was) }))
		for (const to of [
			'',
			'x',
			'1 2',
			`99999999999 ${world.salon.ids.anna}`,
			`0 ${world.salon.ids.anna}`,
			`1 ${'-'.repeat(36)}`,
		])
			expect(await hostile(to)).toBe('not_bookable')
		const stranger = `${Date.parse(at(world.first, '10:00')) / 1000} ${world.salon.ids.zoe}`
		expect(['not_allowed', 'not_offered']).toContain(await hostile(stranger))
	})

	test('only by those who work on it, and staff their own', async () => {
		const ids = (await series()) as [string, string, string]
		const wish = { starts_at: at(world.first, '11:00') }
		for (const who of [world.salon.user.foreigner, world.salon.user.customer])
			expect(await codeOf(move(ids[0], wish, who))).toBe('appointment_not_found')
		expect(await codeOf(move(ids[0], wish, 'anon'))).toMatch(/permission denied/)
		expect(await codeOf(move(ids[0], { ...wish, employee: world.salon.ids.ben }, world.salon.user.staff))).toBe(
			'not_allowed',
		)
		expect(await codeOf(move(ids[0], { ...wish, employee: world.salon.ids.zoe }))).toBe('not_offered')
		await move(ids[1], { starts_at: at(world.first + 7, '10:00'), employee: world.salon.ids.ben, skipped: [ids[2]] })
		expect((await move(ids[0], wish, world.salon.user.staff)).moved.map(({ id }) => id)).toEqual([ids[0], ids[2]])
		for (const starts_at of ['9999-01-01T00:00:00Z', '1900-01-01T00:00:00Z', null])
			expect(await codeOf(move(ids[0], { starts_at }))).toBe('not_bookable')
	})

	test('twenty at once, with others who book: no overlap, and the series stays a series', async () => {
		const ids = (await series(4)) as [string, string, string, string]
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, turn) =>
				turn % 4 === 3
					? codeOf(world.salon.book({ starts_at: at(((turn - 3) % 7) + 1, `${9 + (turn % 8)}:30`) }))
					: codeOf(move(ids[0], { starts_at: at(world.first, `${8 + (turn % 9)}:00`.padStart(5, '0')) })),
			),
		)
		expect(answers.filter((code) => !['no error', 'slot_taken', 'not_bookable'].includes(code))).toEqual([])
		const times = await world.salon
			.sql`select distinct to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as time
			from public.appointments where id = any(${ids})`
		expect(times).toHaveLength(1)
		expect(await world.salon.overlaps()).toBe(0)
	})
})

describe('changing this and all later ones', () => {
	const lines = (changes: Record<string, unknown> = {}) => ({
		...{
			services: [world.salon.ids.cut],
			employees: [world.salon.ids.anna],
			minutes: [30],
			prices: [4500],
			origins: [1],
			...changes,
		},
	})
	const facts = (ids: string[]) => world.salon.sql`select visit.note, line.service_name, line.employee_id,
		(extract(epoch from line.ends_at - line.starts_at) / 60)::integer as minutes, line.price_cents
		from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
		where visit.id = any(${ids}) order by visit.starts_at, line."position"`

	test('brings what is changed into all of them, and keeps what is their own', async () => {
		const ids = (await series()) as [string, string, string]
		await world.salon.sql`update public.appointment_lines set price_cents = 4000 where appointment_id = ${ids[2]}`
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
						services: [world.salon.ids.cut, world.salon.ids.massage],
						employees: [world.salon.ids.anna, world.salon.ids.anna],
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
		expect(await world.salon.overlaps()).toBe(0)
	})

	test('gives all to somebody else, and tells it once', async () => {
		const email = `person-${world.first}@example.org`
		const ids = await series(3, {}, email)
		await claim()
		await edit(ids[0] ?? '', { ...lines({ employees: [world.salon.ids.ben] }), notify: 'always' })
		expect((await facts(ids)).map(({ employee_id }) => employee_id)).toEqual(Array(3).fill(world.salon.ids.ben))
		await claim()
		const told = (await mailsTo(world.salon, email)).filter(
			({ kind, state }) => kind === 'appointment_rescheduled' && state === 'sending',
		)
		expect(told.map(({ payload }) => (payload.series as unknown[]).length)).toEqual([3])
	})

	test('names what is in the way, other services, and what others have changed', async () => {
		const ids = (await series(4)) as [string, string, string, string]
		const seen = await versions(ids)
		await world.salon.call(world.salon.user.manager, 'create_appointment', {
			...{
				location: world.salon.ids.location,
				services: [world.salon.ids.cut],
				employee: world.salon.ids.anna,
				anyway: true,
			},
			...{ starts_at: at(world.first + 7, '10:30'), contact: { ...CONTACT, name: 'Vera Vorher' } },
		})
		await world.salon
			.sql`update public.appointment_lines set service_id = ${world.salon.ids.massage} where appointment_id = ${ids[2]}`
		await world.salon.sql`update public.appointments set note = 'neu' where id = ${ids[3]}`
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
		expect(await codeOf(edit(ids[0], { contact: { note: 'x' } }, world.salon.user.foreigner))).toBe(
			'appointment_not_found',
		)
		expect(await codeOf(edit(ids[0], { contact: { note: 'x' } }, 'anon'))).toMatch(/permission denied/)
		expect(await codeOf(edit(ids[0], lines({ employees: [world.salon.ids.ben] }), world.salon.user.staff))).toBe(
			'not_allowed',
		)
		expect(await codeOf(edit(ids[0], lines({ prices: [1] }), world.salon.user.staff))).toBe('not_allowed')
		expect(await codeOf(edit(ids[0], { version: '2026-01-01 00:00+00', contact: { note: 'x' } }))).toBe(
			'edited_meanwhile',
		)
		expect(await codeOf(edit(ids[0], { contact: '[]' }))).toBe('name_missing')
		expect((await facts(ids)).map(({ note }) => note)).toEqual(['', '', ''])
		expect((await edit(ids[0], { contact: { note: 'Meins' } }, world.salon.user.staff)).changed).toEqual(ids)
	})
})
