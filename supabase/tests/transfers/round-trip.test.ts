import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '#app/features/transfers/archive.ts'
import { openArchive } from '#app/features/transfers/read-archive.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { SALON_ANNA } from '#supabase/seeds/demo/cast.ts'
import { fillSalon } from './full-salon.ts'
import { exportOf, importInto, type Installation, openInstallation } from './installation.ts'

let here: Installation
let elsewhere: Installation
let first: Blob

beforeAll(async () => {
	;[here, elsewhere] = await Promise.all([openInstallation('demo'), openInstallation('empty')])
	await fillSalon(here.sql, serverClient(here.services))
	await here.sql`update public.reviews set state = 'held_back', hold_reason = 'quick' where id = (
		select id from public.reviews where location_id = ${SALON_ANNA.locationId} order by id limit 1)`
	first = await exportOf(here, SALON_ANNA.companyId, SALON_ANNA.owner.userId)
}, 180_000)
afterAll(() => Promise.all([here.close(), elsewhere.close()]))

const ONLY_OUT = ['reviews', 'payments', 'refunds', 'commission_items', 'invoices', 'invoice_lines']
const withoutRows = (table: Manifest['tables'][number]) =>
	ONLY_OUT.includes(table.name) ? { name: table.name, rows: 0, sha256: createHash('sha256').digest('hex') } : table
const sumsOf = async (file: Blob): Promise<Manifest['tables']> => (await openArchive(file)).manifest.tables

test('every table has rows in this test', async () => {
	expect((await sumsOf(first)).filter(({ rows }) => rows === 0)).toEqual([])
})

test('reviews leave with their replies, but for those that only their author sees', async () => {
	const { location_id } = (
		await here.sql`select location_id from public.reviews where location_id = ${SALON_ANNA.locationId} limit 1`
	)[0] as { location_id: string }
	const known = await here.sql`select author, rating, text, reply from public.reviews
		where location_id = ${location_id} and state <> 'held_back' order by id`
	const archive = await openArchive(first)
	const table = archive.manifest.tables.find(({ name }) => name === 'reviews')
	const rows: Record<string, unknown>[] = []
	for await (const page of archive.rowsOf(table as Manifest['tables'][number]))
		rows.push(...(page as Record<string, unknown>[]))
	expect(rows.map(({ author, rating, text, reply }) => ({ author, rating, text, reply }))).toEqual(
		known.map((row) => ({ ...row })),
	)
	expect(rows.some(({ reply }) => reply !== '')).toBe(true)
	// Nor does the file name the visit, and so whoever wrote as "Anonym".
	for (const name of ['hold_reason', 'appointment_id']) expect(Object.keys(rows[0] ?? {})).not.toContain(name)
})

test.each(['the same installation', 'another installation'])(
	'what comes back out of %s is what went in',
	async (place) => {
		const target = place === 'the same installation' ? here : elsewhere
		const { owner, company, fault } = await importInto(target, first)
		expect(fault).toBe('')
		const second = await exportOf(target, company, owner)
		// Reviews are confirmed by visits that were booked where they were written, and money is paid where it was asked for.
		expect(await sumsOf(second)).toEqual((await sumsOf(first)).map(withoutRows))
		const [before, after] = await Promise.all([openArchive(first), openArchive(second)])
		expect([before.manifest.pictures, after.manifest.pictures]).toEqual([9, 9])
		const [image] = await target.sql`select image.id, image.path from public.location_images image
		join public.locations place on place.id = image.location_id where place.company_id = ${company} and image.source_path is not null`
		const { data } = await serverClient(target.services).storage.from('location-images').download(String(image?.path))
		expect(data?.size).toBeGreaterThan(0)
		// Nothing is public, nobody is written to, and nothing of the old company has moved.
		const [state] =
			await target.sql`select (select array_agg(distinct state) from public.locations where company_id = ${company}) as locations,
		(select count(*)::integer from public.messages where company_id = ${company} and state in ('queued', 'sending')) as mails,
		(select name from public.companies where id = ${company}) as name`
		expect(state).toMatchObject({ locations: ['draft'], mails: 0, name: SALON_ANNA.name })
		expect(await sumsOf(await exportOf(here, SALON_ANNA.companyId, SALON_ANNA.owner.userId))).toEqual(
			await sumsOf(first),
		)
	},
)

test('the imported appointments hold their time', async () => {
	const { company } = await importInto(elsewhere, first)
	const [visit] = await elsewhere.sql`select one.subject, one.minutes from public.occupancies one
		join public.appointments visit on visit.id = one.source where visit.company_id = ${company} limit 1`
	await expect(elsewhere.sql`insert into public.occupancies (subject, minutes, source, position, kind)
		values (${visit?.subject}, ${visit?.minutes}, gen_random_uuid(), 0, 'line')`).rejects.toThrow(
		'occupancies_no_overlap',
	)
})

test('nobody of the file is written to by itself, not when a request lapses, a seat is free or the company is closed', async () => {
	const { sql } = elsewhere
	const { company, fault } = await importInto(elsewhere, first)
	expect(fault).toBe('')
	const mails = async () =>
		(await sql`select from public.messages where company_id = ${company} and state in ('queued', 'sending')`).length
	const waiting =
		await sql`select event.id from public.events event join public.locations place on place.id = event.location_id
		where place.company_id = ${company} and exists (select from public.event_waits wait
			where wait.event_id = event.id and wait.confirmed_at is not null)`
	expect(waiting.length).toBeGreaterThan(0)
	await sql`update public.appointments set state = 'requested' where company_id = ${company} and id in (
		select id from public.appointments where company_id = ${company} and state = 'confirmed' limit 3)`
	await sql`update public.appointments set starts_at = starts_at - interval '400 days', ends_at = ends_at - interval '400 days'
		where company_id = ${company} and state = 'requested'`
	await sql`select public.expire_holds()`
	expect(await sql`select from public.appointments where company_id = ${company} and state = 'requested'`).toHaveLength(
		0,
	)
	expect(await mails()).toBe(0)
	// Seats become free at a place that is to be seen.
	await sql`update public.locations set state = 'published' where company_id = ${company}`
	for (const { id } of waiting) {
		await sql`update public.events set starts_at = date_trunc('minute', now()) + interval '20 days',
			ends_at = date_trunc('minute', now()) + interval '20 days 1 hour' where id = ${id}`
		await sql`update public.event_seats set source = null, expires_at = null where event_id = ${id}`
	}
	expect(await mails()).toBe(0)
	await sql`update public.locations set state = 'draft' where company_id = ${company}`
	const [visit] =
		await sql`select id from public.appointments where company_id = ${company} and state = 'confirmed' and contact_email <> ''`
	await sql`select internal.queue_messages(${visit?.id}, 'appointment_cancelled', 'business')`
	expect(await mails()).toBe(0)
})
