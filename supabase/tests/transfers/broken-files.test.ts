import { createHash, randomUUID } from 'node:crypto'
import { configure, TextReader, ZipWriter, BlobWriter } from '@zip.js/zip.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entryOf, type Manifest } from '#app/features/transfers/archive.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { as, importInto, type Installation, newCompany, openInstallation } from './installation.ts'

configure({ useWebWorkers: false })

let place: Installation
beforeAll(async () => {
	place = await openInstallation('empty')
}, 120_000)
afterAll(() => place.close())

type Tables = Record<string, unknown[]>
const LOCATION = { id: 2, company_id: 1, name: 'Löwe', city: 'Berlin', time_zone: 'Europe/Berlin' }
const COMPANY = { id: 1, name: 'Löwe GmbH' }

/** A file as an export writes it, with these rows. */
async function fileOf(
	tables: Tables,
	changes: Partial<Manifest> = {},
	spoil: (name: string, text: string) => string = (_, text) => text,
) {
	const zip = new ZipWriter(new BlobWriter())
	const listed: Manifest['tables'] = []
	for (const [name, rows] of Object.entries(tables)) {
		const text = rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')
		listed.push({ name, rows: rows.length, sha256: createHash('sha256').update(text).digest('hex') })
		await zip.add(entryOf(name), new TextReader(spoil(name, text)))
	}
	const manifest = {
		product: 'Zeitplatz',
		format: 1,
		company: 'x',
		exported_at: '',
		tables: listed,
		pictures: 0,
		...changes,
	}
	await zip.add('manifest.json', new TextReader(JSON.stringify(manifest)))
	return await zip.close()
}

const faultOf = async (file: Blob): Promise<string> => (await importInto(place, file)).fault

test('a small file written by hand is imported', async () => {
	const { fault, company } = await importInto(
		place,
		await fileOf({ companies: [COMPANY], locations: [LOCATION, { ...LOCATION, id: 3 }] }),
	)
	expect(fault).toBe('')
	const places = await place.sql`select slug, state from public.locations where company_id = ${company} order by slug`
	expect(places.map(({ state }) => state)).toEqual(['draft', 'draft'])
	expect(new Set(places.map(({ slug }) => slug)).size).toBe(2)
})

test('what is no export is refused', async () => {
	expect(await faultOf(new Blob(['PK\u0003\u0004 nothing']))).toBe('file_unreadable')
	expect(await faultOf(await new ZipWriter(new BlobWriter()).close())).toBe('file_unreadable')
	expect(await faultOf(await fileOf({}, { product: 'Anderes' } as never))).toBe('file_unreadable')
	expect(await faultOf(await fileOf({}, { format: 2 }))).toBe('file_too_new')
	expect(await faultOf(await fileOf({ new_things: [{ id: 1 }] }))).toBe('file_too_new')
	expect(await faultOf(await fileOf({ companies: [{ ...COMPANY, invented: 1 }] }))).toBe('file_too_new')
})

test('a file that was changed or cut is refused, and leaves nothing', async () => {
	const tables = { companies: [COMPANY], locations: [LOCATION] }
	expect(await faultOf(await fileOf(tables, {}, (_, text) => text.replace('Löwe', 'Tiger')))).toBe('file_broken')
	expect(
		await faultOf(await fileOf(tables, {}, (name) => (name === 'locations' ? '' : `${JSON.stringify(COMPANY)}\n`))),
	).toBe('file_broken')
	for (const row of ['[]', '1', 'x', '{"id": 2, "company_id": 1, "name": 7, "grid_minutes": "viel"}'])
		expect([row, await faultOf(await fileOf({ companies: [COMPANY], locations: [row] }))]).toEqual([row, 'file_broken'])
	const { fault, company } = await importInto(
		place,
		await fileOf({ companies: [COMPANY], locations: [LOCATION], customers: [{ id: 9, company_id: 1, name: '' }] }),
	)
	expect(fault).toBe('file_broken')
	expect(await place.sql`select from public.locations where company_id = ${company}`).toHaveLength(0)
})

test('a file cannot name rows, companies, accounts or pictures of others', async () => {
	const other = await newCompany(place)
	const foreign = randomUUID()
	await place.sql`insert into public.locations (id, company_id, slug, name) values (${foreign}, ${other.company}, ${`fremd-${foreign.slice(0, 8)}`}, 'Fremd')`
	const customer = {
		id: 4,
		name: 'Mia',
		company_id: other.company,
		user_id: other.owner,
		blocked: false,
		tags: [],
		note: '',
		phone: '',
		email: null,
	}
	// An id that is no number becomes none, which a customer cannot have.
	expect(await faultOf(await fileOf({ companies: [COMPANY], customers: [customer] }))).toBe('file_broken')
	expect(
		await faultOf(await fileOf({ companies: [COMPANY], employees: [{ id: 5, location_id: foreign, name: 'Spion' }] })),
	).toBe('file_broken')
	expect(
		await faultOf(await fileOf({ companies: [COMPANY], employees: [{ id: 5, location_id: 77, name: 'Spion' }] })),
	).toBe('file_broken')
	const { fault, company } = await importInto(
		place,
		await fileOf({ companies: [COMPANY], customers: [{ ...customer, company_id: 1 }] }),
	)
	expect(fault).toBe('')
	expect(await place.sql`select user_id from public.customers where company_id = ${company}`).toEqual([
		{ user_id: null },
	])
	const image = {
		id: 6,
		location_id: 2,
		path: `${foreign}/${randomUUID()}.webp`,
		alt: '',
		width: 1,
		height: 1,
		color: '#000000',
		position: 0,
		source_path: null,
	}
	expect(await faultOf(await fileOf({ companies: [COMPANY], locations: [LOCATION], location_images: [image] }))).toBe(
		'file_broken',
	)
	expect(
		await faultOf(
			await fileOf({
				companies: [COMPANY],
				locations: [LOCATION],
				location_images: [{ ...image, path: 'pictures/6.webp' }],
			}),
		),
	).toBe('file_broken')
})

test('a file cannot have mails sent, stop the jobs of all, or fill the disk', async () => {
	const message = {
		id: 5,
		company_id: 1,
		kind: 'account_deleted',
		audience: 'customer',
		recipient: 'opfer@example.org',
		payload: {},
	}
	const queued = await fileOf({
		companies: [COMPANY],
		messages: [
			{ ...message, state: 'queued' },
			{ ...message, id: 6, state: 'sent' },
		],
	})
	const { fault, company } = await importInto(place, queued)
	expect(fault).toBe('')
	expect(await place.sql`select state from public.messages where company_id = ${company}`).toEqual([{ state: 'sent' }])
	await importInto(place, await fileOf({ companies: [COMPANY], messages: [message] }))
	expect(
		await place.sql`select from public.messages where state = 'queued' and recipient = 'opfer@example.org'`,
	).toHaveLength(0)
	const visit = {
		...{
			id: 8,
			company_id: 1,
			location_id: 2,
			state: 'completed',
			starts_at: '2026-01-05T09:00:00Z',
			ends_at: '2026-01-05T10:00:00Z',
		},
		...{
			contact_name: 'Mia',
			contact_email: '',
			contact_phone: '',
			note: '',
			total_cents: 0,
			source: 'web',
			cancellation_hours: 24,
		},
		...{
			sequence: 0,
			created_at: '2026-01-01T00:00:00Z',
			updated_at: '2026-01-01T00:00:00Z',
			employee_chosen: true,
			origin: 'unknown',
			for_name: '',
		},
	}
	const faultOfVisit = async (changes: object) =>
		faultOf(await fileOf({ companies: [COMPANY], locations: [LOCATION], appointments: [{ ...visit, ...changes }] }))
	expect(await faultOfVisit({})).toBe('')
	for (const changes of [
		{ created_at: 'infinity' },
		{ ends_at: '20000-01-01T00:00:00Z' },
		{ sequence: 2147483647 },
		{ starts_at: 'bald' },
		// Nobody would know where it comes from, and it could have mails sent.
		{ id: undefined },
		{ id: 1 },
		{ state: 'confirmed', starts_at: '2027-01-05T09:00:00Z', ends_at: '2027-01-05T10:00:00Z', lines: [] },
	])
		expect([changes, await faultOfVisit(changes)]).toEqual([
			changes,
			'lines' in changes ? 'file_too_new' : 'file_broken',
		])
	const zone = { ...LOCATION, time_zone: 'x' }
	expect(await faultOf(await fileOf({ companies: [COMPANY], locations: [zone] }))).toBe('file_broken')
	const asked = Array.from({ length: 20_001 }, (_, index) => ({
		...{
			...visit,
			id: 10 + index,
			state: 'requested',
			starts_at: '2190-01-05T09:00:00Z',
			ends_at: '2190-01-05T10:00:00Z',
		},
	}))
	expect(await faultOf(await fileOf({ companies: [COMPANY], locations: [LOCATION], appointments: asked }))).toBe(
		'file_broken',
	)
	const twice = await fileOf({ companies: [COMPANY] })
	expect(await faultOf(twice)).toBe('')
	const past = await importInto(
		place,
		await fileOf({ companies: [COMPANY], locations: [LOCATION], appointments: [{ ...visit, state: 'requested' }] }),
	)
	expect(await place.sql`select state from public.appointments where company_id = ${past.company}`).toEqual([
		{ state: 'expired' },
	])
})

test('only owners, one at a time, into an empty company; nobody else sees that it happens', async () => {
	const { owner, company } = await newCompany(place)
	const stranger = await newCompany(place)
	const asking = (user: string, into: string) =>
		as(place, user, 'public.ask_for_import($1, $2)', [into, randomUUID()]).catch((error: Error) => error.message)
	expect(await asking(stranger.owner, company)).toBe('company_not_found')
	expect(
		await as(place, stranger.owner, 'public.ask_for_export($1)', [company]).catch((error: Error) => error.message),
	).toBe('company_not_found')
	for (const role of ['staff', 'reception', 'manager']) {
		await place.sql`delete from public.members where company_id = ${company} and user_id = ${stranger.owner}`
		await place.sql`insert into public.members (company_id, user_id, role) values (${company}, ${stranger.owner}, ${role}::public.member_role)`
		expect([role, await asking(stranger.owner, company)]).toEqual([role, 'role_not_allowed'])
	}
	const both = await Promise.all([asking(owner, company), asking(owner, company)])
	expect(both.filter((answer) => answer === 'transfer_running')).toHaveLength(1)
	const seen = (user: string) =>
		as(place, user, `(select count(*)::text from public.transfers where company_id = $1)`, [company])
	expect([await seen(owner), await seen(stranger.owner)]).toEqual(['1', '0'])
	await place.sql`delete from public.transfers where company_id = ${company}`
	await place.sql`insert into public.customers (company_id, name) values (${company}, 'Erste')`
	expect(await asking(owner, company)).toBe('company_not_empty')
})

test('what the job calls is closed to everyone else', async () => {
	const { owner } = await newCompany(place)
	for (const text of [
		'public.claim_transfer()',
		'public.collect_export(gen_random_uuid(), 1)',
		'public.read_transfer(gen_random_uuid(), 1, 0)',
		`public.stage_import(gen_random_uuid(), 1, 'companies', '[]')`,
		'public.import_pictures(gen_random_uuid())',
		'public.carry_out_import(gen_random_uuid(), 1)',
		'public.keep_transfer(gen_random_uuid(), 1)',
		'public.put_transfer_back(gen_random_uuid(), 1)',
		`public.end_transfer(gen_random_uuid(), 1, 0)`,
		'(select count(*) from public.lapsed_transfers())',
		`public.forget_transfers('{}')`,
	])
		expect([text, await as(place, owner, text, []).catch((error: Error) => error.message)]).toEqual([
			text,
			expect.stringMatching(/permission denied/),
		])
	const { data } = await serverClient(place.services).storage.getBucket('company-exports')
	expect(data?.public).toBe(false)
})
