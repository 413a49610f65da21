import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Salon, codeOf, openSalon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const create = (who: string, name: string, company = salon.ids.company) =>
	salon.call<string>(who, 'create_location', { company, name })
const slugOf = async (id: string) =>
	(await salon.sql`select slug from public.locations where id = ${id}`)[0]?.slug as string
const bySlug = (key: string) => salon.call<Record<string, unknown> | null>('anon', 'location_by_slug', { key })
const rename = (id: string, slug: string, who = salon.user.manager) =>
	salon.run(who, 'update public.locations set slug = $1 where id = $2', [slug, id])

describe('creating and naming', () => {
	test('slugs consist of name and city and are never reused', async () => {
		expect(await slugOf(await create(salon.user.manager, 'SALON Löwe & Söhne'))).toBe('salon-loewe-soehne-berlin')
		expect(await slugOf(await create(salon.user.owner, 'Salon Löwe & Söhne'))).toBe('salon-loewe-soehne-berlin-2')
		expect(await slugOf(await create(salon.user.owner, 'ÄÖ'))).toBe('aeoe-berlin')
		expect(await slugOf(await create(salon.user.owner, '日本'))).toMatch(/^[a-z0-9-]+$/)
		expect(await slugOf(await create(salon.user.owner, `${'x'.repeat(79)} y`))).toBe('x'.repeat(79))
		const names = await Promise.all(
			Array.from({ length: 6 }, async () => slugOf(await create(salon.user.owner, 'Zugleich'))),
		)
		expect(new Set(names).size).toBe(6)
	})

	test('is for managers, and gives a draft with the address of the company', async () => {
		const [place] =
			await salon.sql`select * from public.locations where id = ${await create(salon.user.manager, 'Neu')}`
		expect(place).toMatchObject({ state: 'draft', street: 'Weg 1', postal_code: '10115', city: 'Berlin', city_id: 1 })
		for (const who of ['staff', 'stranger', 'foreigner'] as const) {
			expect(await codeOf(create(salon.user[who], 'Neu'))).toBe('company_not_found')
		}
		expect(await codeOf(create('anon', 'Neu'))).toMatch(/permission denied/)
		expect(await codeOf(create(salon.user.owner, ' x '))).toBe('name_missing')
		expect(await codeOf(create(salon.user.owner, 'x'.repeat(121)))).toBe('name_too_long')
	})

	test('old slugs still lead to the location, and stay taken', async () => {
		const { location, foreignLocation } = salon.ids
		await rename(location, 'loewe-neu')
		await rename(location, 'loewe-neuer')
		const found = { id: location, slug: 'loewe-neuer' }
		expect(await bySlug('loewe-neuer')).toEqual({ ...found, moved: false })
		expect(await bySlug(location)).toEqual({ ...found, moved: false })
		expect(await bySlug('salon-loewe')).toEqual({ ...found, moved: true })
		expect(await bySlug('loewe-neu')).toEqual({ ...found, moved: true })
		expect(await codeOf(rename(foreignLocation, 'salon-loewe', salon.user.foreigner))).toBe('slug_taken')
		expect(await codeOf(rename(foreignLocation, 'loewe-neuer', salon.user.foreigner))).toBe('slug_taken')
		await rename(location, 'salon-loewe')
		expect(await bySlug('salon-loewe')).toMatchObject({ moved: false })
		expect(await bySlug('loewe-neuer')).toMatchObject({ moved: true })
	})

	test('a wrong key finds nothing, and drafts are not found', async () => {
		const draft = await create(salon.user.owner, 'Geheim')
		for (const key of [
			'',
			'nie-gesehen',
			randomUUID(),
			draft,
			await slugOf(draft),
			"'; drop table x",
			'ä'.repeat(500),
		]) {
			expect(await bySlug(key)).toBeNull()
		}
	})
})

describe('publishing', () => {
	const publish = (who: string, location: string) => salon.call<string>(who, 'publish_location', { location })
	const pause = (who: string, location: string) => salon.call<string>(who, 'pause_location', { location })

	test('needs a complete checklist and names the missing parts', async () => {
		const { sql, user } = salon
		const location = await create(user.manager, 'Werdend')
		const missing = async () => (await publish(user.manager, location).catch((error) => error.detail)) as string
		expect(await missing()).toBe('coordinates,employee,service,offered,hours')
		await sql`update public.locations set latitude = 52, longitude = 13 where id = ${location}`
		const [employee] =
			await sql`insert into public.employees (location_id, name) values (${location}, 'A') returning id`
		const [service] =
			await sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents)
			values (${location}, 1, 'Cut', 30, 1) returning id`
		expect(await missing()).toBe('offered,hours')
		await sql`insert into public.employee_services values (${employee?.id}, ${service?.id}, ${location})`
		await sql`insert into public.working_hours (employee_id, weekday, starts, ends, valid_to) values (${employee?.id}, 1, '8:00', '9:00', '2020-01-01')`
		expect(await missing()).toBe('hours')
		await sql`update public.working_hours set valid_to = null where employee_id = ${employee?.id}`
		await sql`update public.companies set representative = '' where id = ${salon.ids.company}`
		expect(await codeOf(publish(user.manager, location))).toBe('checklist_incomplete')
		expect(await missing()).toBe('imprint')
		await sql`update public.companies set representative = 'Lea Löwe' where id = ${salon.ids.company}`
		expect(await codeOf(publish(user.staff, location))).toBe('location_not_found')
		expect(await codeOf(publish(user.foreigner, location))).toBe('location_not_found')
		expect(await codeOf(pause(user.manager, location))).toBe('wrong_state')
		expect(await publish(user.manager, location)).toBe('published')
		expect(await publish(user.manager, location)).toBe('published')
		expect(await bySlug(location)).not.toBeNull()
		expect(await codeOf(pause(user.foreigner, location))).toBe('location_not_found')
		expect(await pause(user.manager, location)).toBe('paused')
		expect(await bySlug(location)).toBeNull()
		await sql`update public.companies set state = 'suspended' where id = ${salon.ids.company}`
		expect(await codeOf(publish(user.manager, location))).toBe('company_inactive')
		await sql`update public.companies set state = 'active' where id = ${salon.ids.company}`
	})

	test('the checklist is for members', async () => {
		const list = (who: string) =>
			salon.call<{ step: string; done: boolean }[]>(who, 'publishing_checklist', { location: salon.ids.location })
		expect((await list(salon.user.staff)).map(({ step, done }) => [step, done])).toEqual(
			['address', 'coordinates', 'employee', 'service', 'offered', 'hours', 'imprint'].map((step) => [step, true]),
		)
		expect(await codeOf(list(salon.user.foreigner))).toBe('location_not_found')
	})
})

describe('hours', () => {
	test('opening hours combine the hours of everybody who works today, past midnight too', async () => {
		const { sql, ids } = salon
		await sql`delete from public.working_hours where employee_id in (${ids.anna}, ${ids.ben})`
		await sql`insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to) values
			(${ids.anna}, 1, '09:00', '12:00', null, null), (${ids.ben}, 1, '11:00', '18:00', null, null),
			(${ids.anna}, 2, '09:00', '12:00', null, null), (${ids.ben}, 2, '13:00', '24:00', null, null),
			(${ids.anna}, 3, '20:00', '02:00', null, null), (${ids.ben}, 4, '00:00', '00:00', null, null),
			(${ids.anna}, 5, '09:00', '12:00', '2100-01-01', null), (${ids.anna}, 6, '09:00', '12:00', null, '2020-01-01')`
		const hours = (who: string, location = ids.location) =>
			salon.run(who, 'select weekday, starts::text, ends::text from public.opening_hours($1)', [location])
		expect((await hours('anon')).map((row) => [row.weekday, row.starts, row.ends])).toEqual([
			[1, '09:00:00', '18:00:00'],
			[2, '09:00:00', '12:00:00'],
			[2, '13:00:00', '24:00:00'],
			[3, '20:00:00', '02:00:00'],
			[4, '00:00:00', '24:00:00'],
		])
		await sql`update public.locations set state = 'paused' where id = ${ids.location}`
		expect(await hours('anon')).toHaveLength(0)
		expect(await hours(salon.user.staff)).toHaveLength(5)
		await sql`update public.locations set state = 'published' where id = ${ids.location}`
	})

	test('public holidays of the federal state close the location, once', async () => {
		await salon.sql`insert into public.public_holidays values ('BE', '2027-01-01', 'Neujahr'), ('BE', '2027-03-08', 'Frauentag'), ('BE', '2028-01-01', 'Neujahr')`
		const add = (who: string, location = salon.ids.location) =>
			salon.call<number>(who, 'add_public_holidays', { location, year: 2027 })
		expect(await add(salon.user.manager)).toBe(2)
		expect(await add(salon.user.manager)).toBe(0)
		const rows =
			await salon.sql`select kind, starts_at::text, ends_at::text, reason from public.exceptions order by starts_at`
		expect(rows[0]).toMatchObject({
			kind: 'closed',
			starts_at: '2027-01-01 00:00:00',
			ends_at: '2027-01-02 00:00:00',
			reason: 'Neujahr',
		})
		expect(await codeOf(add(salon.user.staff))).toBe('location_not_found')
		const [nowhere] =
			await salon.sql`insert into public.locations (company_id, slug, name) values (${salon.ids.company}, 'nirgends', 'Nirgends') returning id`
		expect(await codeOf(add(salon.user.owner, nowhere?.id))).toBe('city_missing')
	})
})
