import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, codeOf, CONTACT, openSalon, type Salon } from './salon.ts'

// Variants are services of their own (30_setup/17_variants); add-ons are booked with a service that they go with (40_time/20_offers).

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const row = async (id: string) => (await salon.sql`select * from public.services where id = ${id}`)[0]

describe('variants', () => {
	let long: string
	const add = (caller: string, changes: object = {}) =>
		salon.call<string>(caller, 'add_variant', {
			...{ service: salon.ids.cut, family: 'Schnitt', own: 'kurz', variant: 'lang', minutes: 60, price_cents: 6500 },
			...changes,
		})

	test('only managers and owners add them', async () => {
		for (const caller of [salon.user.staff, salon.user.customer, salon.user.foreigner])
			expect(await codeOf(add(caller))).toBe('service_not_found')
		expect(await codeOf(add('anon'))).toMatch(/permission denied/)
		expect(await codeOf(add(salon.user.manager, { service: randomUUID() }))).toBe('service_not_found')
		expect(await row(salon.ids.cut)).toMatchObject({ name: 'Schnitt', family: '' })
	})

	test('the service becomes the first of its family, the copy is offered by the same people', async () => {
		await salon.sql`update public.employee_services set price_cents = 5500 where service_id = ${salon.ids.cut} and employee_id = ${salon.ids.ben}`
		await salon.sql`update public.services set vat = 'exempt', vat_reason = '§ 4 Nr. 14 UStG' where id = ${salon.ids.cut}`
		long = await add(salon.user.manager)
		expect(await row(salon.ids.cut)).toMatchObject({ name: 'Schnitt, kurz', family: 'Schnitt', variant: 'kurz' })
		expect(await row(long)).toMatchObject({
			...{ name: 'Schnitt, lang', family: 'Schnitt', variant: 'lang', duration_minutes: 60, price_cents: 6500 },
			...{ category_id: 1, active: true, vat: 'exempt', vat_reason: '§ 4 Nr. 14 UStG' },
		})
		const offers =
			await salon.sql`select employee_id, price_cents from public.employee_services where service_id = ${long}`
		expect(offers).toHaveLength(2)
		expect(offers.every(({ price_cents }) => price_cents === null)).toBe(true)
		await salon.sql`update public.employee_services set price_cents = null where service_id = ${salon.ids.cut}`
	})

	test('what is free of VAT names the law, and nothing else does', async () => {
		const change = (vat: string, reason: string) =>
			codeOf(
				salon.run(
					salon.user.manager,
					`update public.services set vat = '${vat}', vat_reason = '${reason}' where id = $1`,
					[salon.ids.cut],
				),
			)
		for (const [vat, reason] of [
			['exempt', ''],
			['exempt', ' '],
			['7', '§ 4 UStG'],
		] as const)
			expect(await change(vat, reason)).toMatch(/services_vat/)
		await salon.sql`update public.services set vat = '19', vat_reason = '' where id = ${salon.ids.cut}`
		expect(await row(salon.ids.cut)).toMatchObject({ vat: '19', vat_reason: '' })
	})

	test('a third takes the family of the first, whatever is said; a gap that does not fit is left out', async () => {
		const [gap] = await salon.sql`select id from public.services where name = 'Farbe'`
		const short = await add(salon.user.owner, {
			service: gap?.id,
			family: 'Farbe',
			own: 'ganz',
			variant: 'Ansatz',
			minutes: 45,
		})
		expect(await row(short)).toMatchObject({ processing_start: null, duration_minutes: 45 })
		const middle = await add(salon.user.owner, { family: 'Anders', own: 'x', variant: 'mittel', minutes: 45 })
		expect(await row(middle)).toMatchObject({ name: 'Schnitt, mittel', family: 'Schnitt' })
		expect(await row(salon.ids.cut)).toMatchObject({ variant: 'kurz' })
		await salon.sql`delete from public.services where id in (${short}, ${middle})`
		await salon.sql`update public.services set family = '', variant = '', name = 'Farbe' where id = ${gap?.id}`
	})

	test('a new name of the family is the name of all, and no variant is without one', async () => {
		const rename = (family: string) =>
			salon.run(salon.user.manager, 'update public.services set family = $1 where id = $2 returning name', [
				family,
				long,
			])
		expect(await rename('Haarschnitt')).toEqual([{ name: 'Haarschnitt, lang' }])
		expect(await row(salon.ids.cut)).toMatchObject({ name: 'Haarschnitt, kurz', family: 'Haarschnitt' })
		await rename('Schnitt')
		await expect(rename('')).rejects.toThrow(/services_variant/)
		await expect(
			salon.run(salon.user.manager, `update public.services set variant = 'x' where id = '${salon.ids.nails}'`),
		).rejects.toThrow(/services_variant/)
	})

	test('each is booked with its own duration and price, by its whole name', async () => {
		const { visit } = await salon.book({ services: [long], starts_at: at(3, '10:00') })
		expect(visit).toMatchObject({ total_cents: 6500, lines: [{ service_id: long, service_name: 'Schnitt, lang' }] })
		expect(Date.parse(visit.ends_at) - Date.parse(visit.starts_at)).toBe(3_600_000)
	})
})

describe('add-ons', () => {
	const starts = async (services: string[], employee: string | null = null) =>
		(
			await salon.call<unknown[]>('anon', 'list_starts', {
				...{ location: salon.ids.location, services, employee },
				...{ from: at(4, '00:00').slice(0, 10), to: at(5, '12:00').slice(0, 10) },
			})
		).length
	test('are linked by managers and owners only', async () => {
		const { location, cut, massage } = salon.ids
		await salon.sql`update public.services set addon = true where id = ${massage}`
		const link = (caller: string) =>
			salon.run(caller, 'insert into public.service_addons values ($1, $2, $3)', [massage, cut, location])
		for (const caller of [salon.user.staff, salon.user.foreigner, salon.user.customer, 'anon'])
			await expect(link(caller)).rejects.toThrow(/row-level security|permission denied/)
		await link(salon.user.manager)
	})

	test('have free times and can be held only with a service that they go with', async () => {
		const { cut, massage, colour, anna } = salon.ids
		expect([await starts([massage]), await starts([massage, colour]), await starts([colour, massage], anna)]).toEqual([
			0, 0, 0,
		])
		expect(await starts([cut, massage])).toBeGreaterThan(0)
		for (const services of [[massage], [colour, massage]])
			for (const employee of [anna, null])
				expect(await codeOf(salon.hold({ services, employee, starts_at: at(5, '10:00') }))).toBe('addon_alone')
		const { visit } = await salon.book({ services: [massage, cut], starts_at: at(5, '10:00') })
		expect(visit).toMatchObject({ state: 'confirmed', total_cents: 10_500 })
	})

	test('are not found by themselves, and the index knows', async () => {
		expect(await salon.sql`select from internal.listing_services where service_id = ${salon.ids.massage}`).toHaveLength(
			0,
		)
		expect(await salon.sql`select * from internal.listing_differences(${salon.ids.location})`).toHaveLength(0)
	})

	test('are booked by hand however the business likes, and the question why says it', async () => {
		const { location, massage, anna } = salon.ids
		const visit = await salon.call(salon.user.manager, 'create_appointment', {
			...{ location, services: [massage], starts_at: at(6, '10:00'), employee: anna, contact: CONTACT, anyway: false },
		})
		expect(visit.state).toBe('confirmed')
		const found = await salon.call<unknown>(salon.user.manager, 'explain_start', {
			...{ location, services: [massage], starts_at: at(6, '14:00'), employee: anna },
		})
		expect([found].flat()[0]).toMatchObject({ bookable: false, reasons: [{ reason: 'addon_alone' }] })
	})

	test('visitors see which services they go with, of published places only', async () => {
		const links = (caller: string) => salon.run(caller, 'select addon_id, service_id from public.service_addons')
		expect(await links('anon')).toHaveLength(1)
		await salon.sql`update public.locations set state = 'paused' where id = ${salon.ids.location}`
		expect(
			[await links('anon'), await links(salon.user.foreigner), await links(salon.user.staff)].map((all) => all.length),
		).toEqual([0, 0, 1])
		await salon.sql`update public.locations set state = 'published' where id = ${salon.ids.location}`
	})
})
