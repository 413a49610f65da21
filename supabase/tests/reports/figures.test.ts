import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportContract } from '#app/features/dashboard/reports.contracts.ts'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'
import { dayAt, type Figures, keepReports, type Part, putCustomer, putVisit } from './rows.ts'

let salon: Salon
const figures = (who: string, changes: object = {}) =>
	salon.call<Figures>(who, 'report_figures', { location: salon.ids.location, last: dayAt(0), days: 30, ...changes })
const rows = (who: string, changes: object = {}) =>
	salon.call<Record<string, number | string>[]>(who, 'report_rows', {
		...{ location: salon.ids.location, first: dayAt(-20), last: dayAt(0), by: 'person' },
		...changes,
	})
const sum = (parts: Part[], key: string): number => parts.reduce((all, part) => all + Number(part[key]), 0)

beforeAll(async () => {
	salon = await openSalon()
	const [mia, kim] = [await putCustomer(salon, 'Mia'), await putCustomer(salon, 'Kim')]
	await putVisit(salon, at(-40, '10:00'), { customer_id: mia })
	await putVisit(salon, at(-10, '10:00'), { customer_id: mia, created_at: at(-13, '10:00') })
	await putVisit(salon, at(-10, '11:00'), {
		...{ customer_id: kim, source: 'admin', origin: 'unknown', total_cents: 1000 },
	})
	await putVisit(salon, at(-5, '10:00'), { state: 'no_show' })
	await putVisit(salon, at(-5, '12:00'), { source: 'import', created_at: at(0, '10:00') })
	for (const state of ['cancelled', 'declined', 'expired', 'requested'])
		await putVisit(salon, at(-5, '14:00'), { state })
	await salon.sql`select public.compute_all_customer_facts()`
	await keepReports(salon)
})
afterAll(() => salon.close())

test('value, newcomers, missed visits, sources and leads, each beside the time before', async () => {
	const answer = await figures(salon.user.owner)
	const { parts, sources, leads, people } = answer
	expect(reportContract.parse(answer)).toEqual(answer)
	expect(parts.map(({ first }) => first)).toEqual(Array.from({ length: 30 }, (_, index) => dayAt(index - 29)))
	const on = (day: number) => parts.find(({ first }) => first === dayAt(day))
	expect(on(-10)).toMatchObject({ visits: 2, cents: 5500, fresh: 1, again: 1, visits_before: 1, fresh_before: 1 })
	expect(on(-5)).toMatchObject({ visits: 1, missed: 1, fresh: 0, again: 0 })
	expect(sum(parts, 'cents_before')).toBe(4500)
	expect(sources).toEqual([
		{ source: 'admin', origin: 'unknown', visits: 1, before: 0 },
		{ source: 'import', origin: 'marketplace', visits: 1, before: 0 },
		{ source: 'web', origin: 'marketplace', visits: 1, before: 1 },
	])
	expect(leads).toEqual([
		{ days: 0, visits: 1, before: 1 },
		{ days: 2, visits: 1, before: 0 },
	])
	// Twelve hours on each of the days of both periods, as far back as there are visits.
	expect(people.map(({ name, working }) => [name, working])).toEqual([
		['Anna', 30 * 720],
		['Ben', 30 * 720],
	])
})

test('longer spans are drawn by weeks that end today, and by months', async () => {
	const weeks = (await figures(salon.user.owner, { days: 90 })).parts
	expect(weeks).toHaveLength(13)
	const edges = [weeks[0]?.first, weeks[0]?.last, weeks[12]?.first, weeks[12]?.last]
	expect(edges).toEqual([dayAt(-89), dayAt(-84), dayAt(-6), dayAt(0)])
	const months = (await figures(salon.user.owner, { last: '2026-12-31', days: 365 })).parts
	expect(months.map(({ first, last }) => `${first} ${last}`).slice(0, 3)).toEqual([
		'2026-01-01 2026-01-31',
		'2026-02-01 2026-02-28',
		'2026-03-01 2026-03-31',
	])
	expect(months).toHaveLength(12)
	expect((await figures(salon.user.owner, { last: '2026-11-20', days: 100_000 })).parts).toHaveLength(13)
})

test('rows of a file by person, service and source', async () => {
	const all = { visits: 3, minutes: 90, cents: 10_000, missed: 1, cancelled: 1 }
	expect(await rows(salon.user.owner)).toEqual([{ name: 'Anna', ...all }])
	expect(await rows(salon.user.owner, { by: 'service' })).toEqual([{ name: 'Schnitt', ...all }])
	const sources = await rows(salon.user.owner, { by: 'source' })
	expect(sources.map(({ name, visits, cents }) => [name, visits, cents])).toEqual([
		['admin', 1, 1000],
		['import', 1, 4500],
		['web', 1, 4500],
	])
	expect(await rows(salon.user.owner, { first: dayAt(0), last: dayAt(-20) })).toEqual([])
})

test('managers and owners, others by right; files need the right for files too; only the server keeps them', async () => {
	const { user, ids } = salon
	const reception = await salon.addMember('reception')
	const change = (changes: object) =>
		salon.call(user.owner, 'change_member_rights', { company: ids.company, user: reception, ...changes })
	for (const ask of [figures, rows]) {
		for (const who of [user.staff, reception]) expect(await codeOf(ask(who))).toBe('not_allowed')
		for (const who of [user.foreigner, user.stranger, user.customer]) {
			expect(await codeOf(ask(who))).toBe('location_not_found')
			expect(await codeOf(ask(who, { location: null }))).toBe('location_not_found')
		}
		expect(await codeOf(ask('anon'))).toMatch(/permission denied/)
		expect(await codeOf(ask(user.manager))).toBe('no error')
	}
	await change({ given: ['reports'] })
	expect([await codeOf(figures(reception)), await codeOf(rows(reception))]).toEqual(['no error', 'not_allowed'])
	await change({ given: ['reports', 'export'] })
	expect(await codeOf(rows(reception))).toBe('no error')
	await change({ given: ['export'], taken: ['reports'] })
	expect(await codeOf(rows(reception))).toBe('not_allowed')
	for (const who of ['anon', user.owner]) {
		for (const verb of ['keep_reports', 'mark_reports'])
			expect(await codeOf(salon.call(who, verb))).toMatch(/permission denied/)
		for (const table of ['report_days', 'report_use', 'report_due'])
			expect(await codeOf(salon.run(who, `select * from internal.${table}`))).toMatch(/permission denied/)
	}
})
