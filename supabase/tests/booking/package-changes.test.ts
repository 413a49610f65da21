import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

// A package is changed as a whole, over the version that the caller saw (30_setup/19_packages).

let salon: Salon
let id: string
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from public.packages`
	id = await create()
})

function create() {
	const { location, cut, colour } = salon.ids
	return salon.call<string>(salon.user.owner, 'create_package', {
		...{ location, name: 'Rundum', services: [cut, colour], price_cents: 10_000 },
	})
}

const stored = async () => {
	const [row] = await salon.sql`select name, description, price_cents, active, updated_at::text as version, array(
		select service_id from public.package_services where package_id = ${id} order by "position") as services
		from public.packages where id = ${id}`
	return row as Record<string, unknown> & { version: string }
}
const update = async (caller: string, changes: object = {}) => {
	const args: Record<string, unknown> = { package: id, ...(await stored()), ...changes }
	const keys = Object.keys(args)
	// The driver would cut an instant to milliseconds.
	const list = keys.map((key, index) => `p_${key} => $${index + 1}${key === 'version' ? '::text::timestamptz' : ''}`)
	const [answer] = await salon.run(
		caller,
		`select public.update_package(${list.join(', ')})::text as version`,
		keys.map((key) => args[key]),
	)
	return answer?.version as string
}

test('managers and owners change everything of it, nobody else anything', async () => {
	const { cut, colour, massage, foreignCut } = salon.ids
	for (const caller of [salon.user.staff, salon.user.foreigner, salon.user.customer])
		expect(await codeOf(update(caller, { price_cents: 1 }))).toBe('package_not_found')
	expect(await codeOf(update('anon'))).toMatch(/permission denied/)
	expect(await codeOf(update(salon.user.owner, { package: randomUUID() }))).toBe('package_not_found')
	for (const changes of [
		{ services: [cut] },
		{ services: [cut, cut] },
		{ services: Array.from({ length: 11 }, () => randomUUID()) },
		{ name: null },
		{ price_cents: null },
	])
		expect(await codeOf(update(salon.user.manager, changes))).toBe('package_invalid')
	expect(await codeOf(update(salon.user.manager, { services: [cut, foreignCut] }))).toBe('service_not_found')
	const before = await stored()
	const changes = { name: 'Neu', description: 'Mit Massage', price_cents: 12_000, services: [massage, colour, cut] }
	const version = await update(salon.user.manager, changes)
	expect(version).not.toBe(before.version)
	expect(await stored()).toMatchObject({ ...changes, active: true })
	expect(await codeOf(update(salon.user.owner, { version: before.version }))).toBe('edited_meanwhile')
	await update(salon.user.owner, { services: [cut, colour] })
	expect((await stored()).services).toEqual([cut, colour])
})

test('of four who change it at once one saves, and the others learn that it was changed', async () => {
	const { cut, colour, massage } = salon.ids
	for (let round = 0; round < 5; round++) {
		const codes = await Promise.all(
			[
				[cut, colour],
				[colour, cut],
				[cut, colour, massage],
				[massage, cut],
			].map((services, turn) =>
				codeOf(update(turn % 2 ? salon.user.owner : salon.user.manager, { services, price_cents: 5000 + turn })),
			),
		)
		expect(codes.filter((code) => code === 'no error').length).toBeGreaterThan(0)
		expect(codes.filter((code) => code !== 'no error' && code !== 'edited_meanwhile')).toEqual([])
		expect(((await stored()).services as string[]).length).toBeGreaterThan(1)
	}
})

test('who takes a service away while another puts it in leaves no package without it', async () => {
	const { cut, colour } = salon.ids
	for (let round = 0; round < 5; round++) {
		const [extra] =
			await salon.sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents)
			select location_id, category_id, 'Extra', 30, 1000 from public.services where id = ${cut} returning id`
		const codes = await Promise.all([
			codeOf(update(salon.user.owner, { services: [cut, colour, extra?.id] })),
			codeOf(salon.sql`delete from public.services where id = ${extra?.id}`),
		])
		expect(codes[1]).toBe('no error')
		expect(['no error', 'service_not_found']).toContain(codes[0])
		// It is gone with the service, or stands without it as before.
		const rows = await salon.sql`select count(part) as parts from public.packages package
			left join public.package_services part on part.package_id = package.id where package.id = ${id} group by package.id`
		expect(rows.every(({ parts }) => Number(parts) === 2)).toBe(true)
		await salon.sql`delete from public.packages`
		id = await create()
	}
})

test('one that is not on sale is seen by members only and priced by nobody', async () => {
	const { cut, colour } = salon.ids
	await update(salon.user.manager, { active: false })
	for (const table of ['packages', 'package_services'])
		for (const [caller, rows] of [
			['anon', 0],
			[salon.user.foreigner, 0],
			[salon.user.staff, table === 'packages' ? 1 : 2],
		] as const)
			expect(await salon.run(caller, `select from public.${table}`)).toHaveLength(rows)
	const { visit } = await salon.hold({ services: [cut, colour], employee: null, starts_at: at(3, '10:00') })
	expect(visit.total_cents).toBe(13_500)
	await update(salon.user.manager, { active: true })
	const { visit: sold } = await salon.hold({ services: [cut, colour], employee: null, starts_at: at(4, '10:00') })
	expect(sold.total_cents).toBe(10_000)
})
