import type { z } from 'zod'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
	announcedFileContract,
	customerContract,
	openedFileContract,
} from '#app/features/customers/customers.contracts.ts'
import { at, CONTACT, codeOf, openSalon, type Salon } from '../booking/salon.ts'

// Photos and documents at a card: who adds, sees and removes them, and where their contents go.
let salon: Salon
let reception: string
let mia: string
beforeAll(async () => {
	salon = await openSalon()
	reception = await salon.addMember('reception')
	const held = await salon.hold({ starts_at: at(3, '10:00') })
	const args = { appointment: held.visit.id, secret: held.secret, contact: CONTACT, early_start: salon.agreed }
	await salon.call('anon', 'confirm_appointment', args)
	const [row] = await salon.sql`select customer_id as id from public.appointments where id = ${held.visit.id}`
	mia = String(row?.id)
})
beforeEach(async () => {
	await salon.sql`delete from public.customer_files`
	await salon.sql`delete from internal.files_to_remove`
})
afterAll(() => salon.close())

type Changes = {
	name?: string | null
	type?: string
	bytes?: number | null
	health?: boolean | null
	customer?: string
}
const place = (changes: object = {}) => ({ company: salon.ids.company, customer: mia, ...changes })
const announce = async (who: string, changes: Changes = {}) =>
	announcedFileContract.strict().parse(
		await salon.call(who, 'add_customer_file', {
			...place({ name: 'Farbe vorher', type: 'image/webp', bytes: 1000, health: false, ...changes }),
		}),
	)
/** With its contents. */
async function add(who: string, changes: Changes = {}): Promise<{ id: string; path: string }> {
	const made = await announce(who, changes)
	await salon.sql`insert into storage.objects (bucket_id, name) values ('customer-files', ${made.path})`
	await salon.call(who, 'customer_file_stored', place({ id: made.id }))
	return made
}
const open = async (who: string, file: string) =>
	openedFileContract.strict().parse(await salon.call(who, 'open_customer_file', place({ id: file })))
const remove = (who: string, file: string) => codeOf(salon.call(who, 'remove_customer_file', place({ id: file })))
const listed = async (who: string): Promise<z.output<typeof customerContract>['files']> =>
	customerContract.strict().parse(await salon.call(who, 'open_customer', { company: salon.ids.company, customer: mia }))
		.files
const names = async (who: string) => (await listed(who)).map(({ name }) => name)
const toRemove = () => salon.call<string[]>('service_role', 'files_to_remove')

test('a file is seen once its contents are there, by whoever may see the card', async () => {
	const { id, path } = await announce(reception, { name: ' Farbe\nvorher ' })
	expect(path).toMatch(new RegExp(`^${salon.ids.company}/[0-9a-f-]{36}\\.webp$`))
	expect(await codeOf(salon.call(reception, 'customer_file_stored', place({ id })))).toBe('customer_file_not_found')
	expect(await codeOf(open(reception, id))).toBe('customer_file_not_found')
	expect(await names(reception)).toEqual([])
	await salon.sql`insert into storage.objects (bucket_id, name) values ('customer-files', ${path})`
	await salon.call(reception, 'customer_file_stored', place({ id }))
	for (const who of [salon.user.owner, salon.user.manager, reception, salon.user.staff]) {
		expect(await names(who)).toEqual(['Farbe vorher'])
		expect(await open(who, id)).toEqual({ path, name: 'Farbe vorher', type: 'image/webp' })
	}
	for (const who of [salon.user.customer, salon.user.foreigner, salon.user.stranger])
		expect(await codeOf(open(who, id))).toBe('customer_not_found')
	expect(await codeOf(open('anon', id))).toMatch(/permission denied/)
})

test('staff add and remove nothing, and others reach nothing', async () => {
	const { id } = await add(reception)
	for (const who of [salon.user.staff, salon.user.customer, salon.user.foreigner]) {
		expect(await codeOf(announce(who))).toBe('customer_not_found')
		expect(await codeOf(salon.call(who, 'customer_file_stored', place({ id })))).toBe('customer_not_found')
		expect(await remove(who, id)).toBe('customer_not_found')
	}
	// Neither the table nor the bucket answers anybody but the server.
	for (const who of [salon.user.owner, reception, salon.user.staff, 'anon'] as const) {
		expect(await codeOf(salon.run(who, 'select id from public.customer_files'))).toMatch(/permission denied/)
		expect(await salon.run(who, `select name from storage.objects where bucket_id = 'customer-files'`)).toHaveLength(0)
		const put = `insert into storage.objects (bucket_id, name) values ('customer-files', '${salon.ids.company}/x.webp')`
		expect(await codeOf(salon.run(who, put))).not.toBe('no error')
		expect(await codeOf(salon.call(who, 'files_to_remove'))).toMatch(/permission denied/)
	}
	// A file of another card is none of this one, and another company's card is none.
	const [other] =
		await salon.sql`insert into public.customers (company_id, name) values (${salon.ids.company}, 'Ben') returning id`
	const wrong = { company: salon.ids.company, customer: String(other?.id), id }
	for (const verb of ['open_customer_file', 'remove_customer_file'])
		expect(await codeOf(salon.call(reception, verb, wrong))).toBe('customer_file_not_found')
	expect(
		await codeOf(salon.call(salon.user.foreigner, 'open_customer_file', place({ company: salon.ids.other, id }))),
	).toBe('customer_not_found')
})

test('what is of health takes its right, and each look leaves a trace', async () => {
	await salon.sql`delete from public.customer_looks`
	expect(await codeOf(announce(reception, { health: true }))).toBe('not_allowed')
	expect(await codeOf(announce(reception, { health: null }))).toBe('not_allowed')
	const { id } = await add(salon.user.manager, { name: 'Allergietest', health: true })
	await add(reception, { name: 'Schnitt' })
	expect(await names(salon.user.manager)).toEqual(expect.arrayContaining(['Allergietest', 'Schnitt']) as string[])
	for (const who of [reception, salon.user.staff]) {
		expect(await names(who)).toEqual(['Schnitt'])
		expect(await codeOf(open(who, id))).toBe('customer_file_not_found')
	}
	expect(await remove(reception, id)).toBe('customer_file_not_found')
	await open(salon.user.owner, id)
	const looks = await salon.sql`select who, what from public.customer_looks where what like 'health%' order by id`
	expect(looks.map(({ who, what }) => `${who} ${what}`)).toEqual([
		'manager@example.org health_changed',
		'owner@example.org health',
	])
	expect(await remove(salon.user.manager, id)).toBe('no error')
})

test('names, types, sizes and numbers are bounded', async () => {
	const wrong: Changes[] = [
		...[{ name: ' \n ' }, { name: null }, { name: 'x'.repeat(121) }, { type: 'text/html' }, { type: 'image/svg+xml' }],
		...[{ bytes: 0 }, { bytes: 10485761 }, { bytes: null }],
	]
	for (const changes of wrong)
		expect([changes, await codeOf(announce(reception, changes))]).toEqual([changes, 'file_invalid'])
	expect((await announce(reception, { type: 'application/pdf', name: 'x'.repeat(120), bytes: 10485760 })).path).toMatch(
		/\.pdf$/,
	)
	for (let count = 1; count < 50; count++) await announce(reception)
	expect(await codeOf(announce(reception))).toBe('too_many_files')
})

test('contents follow their row: removed, erased, merged away, never arrived', async () => {
	const [removed, kept] = [await add(reception), await add(reception)]
	expect(await remove(reception, removed.id)).toBe('no error')
	expect(await toRemove()).toEqual([removed.path])
	await salon.call('service_role', 'files_removed', { paths: [removed.path] })
	expect(await toRemove()).toEqual([])

	const [other] =
		await salon.sql`insert into public.customers (company_id, name) values (${salon.ids.company}, 'Lena') returning id`
	const lena = String(other?.id)
	const made = await announce(reception, { customer: lena, name: 'Lenas Foto' })
	await salon.sql`update public.customer_files set stored = true where id = ${made.id}`
	const merge = await salon.call<string>(salon.user.manager, 'merge_customers', {
		...{ company: salon.ids.company, kept: mia, gone: lena },
	})
	expect(await names(reception)).toContain('Lenas Foto')
	await salon.call(salon.user.manager, 'undo_merge', { company: salon.ids.company, merge })
	expect(await names(reception)).not.toContain('Lenas Foto')
	expect(await toRemove()).toEqual([])

	const preview = await salon.call<{ files: number }>(salon.user.manager, 'preview_erasure', {
		...{ company: salon.ids.company, customer: lena },
	})
	expect(preview.files).toBe(1)
	await salon.call(salon.user.manager, 'erase_customer', { company: salon.ids.company, customer: lena, typed: 'Lena' })
	expect(await toRemove()).toEqual([made.path])

	const unstored = await announce(reception)
	const forget = async () => (await salon.sql`select internal.forget_unstored_files(10) as gone`)[0]?.gone
	expect(await forget()).toBe(0)
	await salon.sql`update public.customer_files set added_at = now() - interval '25 hours'`
	expect(await forget()).toBe(1)
	expect(await toRemove()).toEqual([made.path, unstored.path].toSorted())
	expect((await listed(reception)).map(({ id }) => id)).toEqual([kept.id])
})

test('no row names contents of another company', async () => {
	const wrong = salon.sql`insert into public.customer_files (company_id, customer_id, name, type, bytes, health, file_path, added_at, added_by)
		values (${salon.ids.company}, ${mia}, 'x', 'application/pdf', 1, false,
			${`${salon.ids.other}/00000000-0000-4000-8000-000000000001.pdf`}, now(), '')`
	expect(await codeOf(Promise.resolve(wrong))).toContain('customer_files_place')
})
