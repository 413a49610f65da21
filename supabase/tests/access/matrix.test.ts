import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Salon, at, codeOf, openSalon } from '../booking/salon.ts'
import { VERB_TABLES } from './verb-tables.ts'

// Every table of the product × select, insert, update, delete × role, for rows of the first company. Each number says
// how many of these rows a role sees or changes; '-' means that the role has no right at all (an error). Columns:
// visitor, customer (who booked), stranger, staff (Anna), manager, owner of another company.
const ROLES = ['anon', 'customer', 'stranger', 'staff', 'manager', 'foreigner'] as const
type Row = readonly [statement: string, ...expected: (number | '-')[]]

/** A statement that none of the roles may run. */
const nobody = (statement: string): Row => [statement, '-', '-', '-', '-', '-', '-']

const READS: Row[] = [
	// Public: one published location of two, and only its active rows.
	['select id from companies where id = :company', 1, 1, 1, 1, 1, 1],
	['select id from companies where id = :hidden', 0, 0, 0, 0, 0, 0],
	['select id from locations where company_id = :company', 1, 1, 1, 2, 2, 1],
	['select id from location_images where location_id in (:location, :draft)', 1, 1, 1, 2, 2, 1],
	['select crop_left from location_images where location_id = :location', '-', 1, 1, 1, 1, 1],
	['select source_path from location_images', '-', '-', '-', '-', '-', '-'],
	[
		'select path from picture_files(:location, (select id from location_images where location_id = :location))',
		'-',
		0,
		0,
		0,
		1,
		0,
	],
	// A list of files would reveal those of drafts. A visitor who knows a file's address gets the file without a list.
	["select name from storage.objects where bucket_id = 'location-images'", 0, 0, 0, 0, 2, 0],
	['select id from employees where location_id in (:location, :draft)', 2, 2, 2, 4, 4, 2],
	['select user_id from employees', '-', '-', '-', '-', '-', '-'],
	['select id from services where location_id in (:location, :draft)', 4, 4, 4, 6, 6, 4],
	['select service_id from employee_services where location_id in (:location, :draft)', 5, 5, 5, 7, 7, 5],
	['select id from reviews where location_id = :location', 1, 1, 1, 1, 1, 1],
	['select appointment_id from reviews', '-', '-', '-', '-', '-', '-'],
	// Only for members.
	['select user_id from members where company_id = :company', '-', 0, 0, 3, 3, 0],
	// One view of staff's, which nobody else can see.
	['select name from saved_views where company_id = :company', '-', 0, 0, 1, 0, 0],
	['select from_role from second_factor_duties where company_id = :company', '-', 0, 0, 1, 1, 0],
	['select verb from member_events where company_id = :company', '-', 0, 0, 0, 1, 0],
	['select email from invitations where company_id = :company', '-', 0, 0, 0, 1, 0],
	['select invitation_id from invitation_links', '-', '-', '-', '-', '-', '-'],
	['select weekday from working_hours where employee_id in (:anna, :ben)', '-', 0, 0, 14, 14, 0],
	// One for everybody, one of Anna's, one of Ben's (an illness).
	['select reason from exceptions where location_id = :location', '-', 0, 0, 2, 3, 0],
	['select id from resources where location_id in (:location, :draft)', '-', 0, 0, 3, 3, 0],
	['select slug from location_slugs', '-', '-', '-', '-', '-', '-'],
	// Anna's appointment of the customer, Ben's of a guest.
	['select id from customers where company_id = :company', '-', 0, 0, 1, 2, 0],
	['select visits from customer_facts where company_id = :company', '-', 0, 0, 1, 2, 0],
	['select id from appointments where company_id = :company', '-', 1, 0, 1, 2, 0],
	['select position from appointment_lines where employee_id in (:anna, :ben)', '-', 1, 0, 1, 2, 0],
	['select id from appointment_events where appointment_id in (:visit, :bens)', '-', 1, 0, 1, 2, 0],
	['select resource_id from appointment_lines where appointment_id in (:visit, :bens)', '-', 1, 0, 1, 2, 0],
	['select id from holds where company_id = :company', '-', 1, 0, 1, 2, 0],
	['select title from blocks where location_id = :location', '-', 0, 0, 2, 3, 0],
	['select id from events where location_id = :location', '-', 0, 0, 1, 1, 0],
	...['select subject from occupancies', 'select seat from event_seats', 'select secret_hash from holds'].map(
		(one): Row => [one, '-', '-', '-', '-', '-', '-'],
	),
	['select appointment_id from appointment_links', '-', '-', '-', '-', '-', '-'],
	['select id from messages where company_id = :company', '-', 0, 0, 0, 5, 0],
	// One withdrawal by the customer; one without a contract, which nobody can see.
	['select id from withdrawals', '-', 0, 0, 1, 1, 0],
	['select appointment_id from early_starts', '-', 1, 0, 1, 2, 0],
	['select hash from consent_texts', 1, 1, 1, 1, 1, 1],
	...['consents', 'suppressions'].map((name) => nobody(`select id from ${name}`)),
	// Only their own row.
	['select id from profiles', '-', 1, 1, 1, 1, 1],
	...['federal_states', 'cities', 'postal_codes'].map((name): Row => [`select * from ${name}`, 1, 1, 1, 1, 1, 1]),
	...['districts', 'public_holidays'].map((name): Row => [`select * from ${name}`, 0, 0, 0, 0, 0, 0]),
	['select component from ranking_weights', 3, 3, 3, 3, 3, 3],
	// The change feed, the key of links, the index of free time and the listings are only for functions.
	...['feed_epoch', 'feed_cursors', 'message_kinds', 'opt_out_key'].map((name) =>
		nobody(`select * from internal.${name}`),
	),
	...['calendars', 'free_days', 'listings', 'listing_services', 'search_words', 'visitor_keys'].map((name) =>
		nobody(`select * from internal.${name}`),
	),
	['select * from categories', 2, 2, 2, 2, 2, 2],
]

/** A change to each table without `created_at`. */
const WRITABLE: Record<string, string> = {
	...{ appointment_links: 'expires_at = now()', withdrawals: 'declared_at = now()', early_starts: 'agreed_at = now()' },
	...{ consent_texts: 'version = 2', consents: 'at = now()', appointment_lines: 'starts_at = now()' },
	...{ appointment_events: 'at = now()', member_events: 'at = now()', second_factor_duties: "from_role = 'owner'" },
	...{
		occupancies: "minutes = '{}'",
		event_seats: 'seat = 9',
		customer_facts: 'visits = 9',
		location_slugs: "slug = 'x'",
	},
}

const WRITES: Row[] = [
	["insert into companies (name) values ('Neu')", '-', '-', '-', '-', '-', '-'],
	["update companies set phone = '1' where id = :company", '-', 0, 0, 0, 0, 0],
	["update companies set state = 'closed' where id = :company", '-', '-', '-', '-', '-', '-'],
	['delete from companies where id = :company', '-', '-', '-', '-', '-', '-'],
	["insert into members (company_id, user_id, role) values (:company, :self, 'owner')", '-', '-', '-', '-', '-', '-'],
	["update members set role = 'owner' where company_id = :company", '-', '-', '-', '-', '-', '-'],
	['delete from members where company_id = :company', '-', '-', '-', '-', '-', '-'],
	['insert into profiles (id) values (:self)', '-', '-', '-', '-', '-', '-'],
	["update profiles set name = 'Neu'", '-', 1, 1, 1, 1, 1],
	['delete from profiles', '-', '-', '-', '-', '-', '-'],
	["insert into locations (company_id, slug, name) values (:company, 'neu-1', 'Neu')", '-', '-', '-', '-', '-', '-'],
	["update locations set description = 'x' where id = :location", '-', 0, 0, 0, 1, 0],
	["update locations set state = 'published' where id = :draft", '-', '-', '-', '-', '-', '-'],
	['update locations set company_id = :other where id = :location', '-', '-', '-', '-', '-', '-'],
	['update locations set rating_average = 5 where id = :location', '-', '-', '-', '-', '-', '-'],
	['delete from locations where id = :location', '-', '-', '-', '-', '-', '-'],
	["insert into location_slugs values ('neu', :location)", '-', '-', '-', '-', '-', '-'],
	["update location_slugs set slug = 'x'", '-', '-', '-', '-', '-', '-'],
	['delete from location_slugs', '-', '-', '-', '-', '-', '-'],
	[
		"insert into location_images (location_id, path, width, height) values (:location, :location || '/00000000-0000-4000-8000-000000000001.webp', 1, 1)",
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	["update location_images set alt = 'x' where location_id = :location", '-', 0, 0, 0, 1, 0],
	[
		"update location_images set path = location_id || '/00000000-0000-4000-8000-000000000001.webp', crop_left = null where location_id = :location",
		'-',
		0,
		0,
		0,
		1,
		0,
	],
	['delete from location_images where location_id = :location', '-', 0, 0, 0, 1, 0],
	["insert into employees (location_id, name) values (:location, 'Neu')", '-', '-', '-', '-', 1, '-'],
	["update employees set name = 'Neu' where id = :anna", '-', 0, 0, 0, 1, 0],
	['update employees set user_id = :self where id = :ben', '-', 0, 0, 0, 1, 0],
	['update employees set location_id = :foreignLocation where id = :anna', '-', '-', '-', '-', '-', '-'],
	['delete from employees where id = :spare', '-', 0, 0, 0, 1, 0],
	[
		"insert into services (location_id, category_id, name, duration_minutes, price_cents) values (:location, 1, 'Neu', 30, 1)",
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	['update services set price_cents = 1 where id = :cut', '-', 0, 0, 0, 1, 0],
	['delete from services where id = :spareService', '-', 0, 0, 0, 1, 0],
	[
		'insert into employee_services (employee_id, service_id, location_id) values (:anna, :nails, :location)',
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	['update employee_services set price_cents = 1 where service_id = :nails', '-', 0, 0, 0, 1, 0],
	['delete from employee_services where service_id = :nails', '-', 0, 0, 0, 1, 0],
	[
		"insert into working_hours (employee_id, weekday, starts, ends) values (:anna, 1, '06:00', '07:00')",
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	["update working_hours set ends = '21:00' where employee_id = :anna and weekday = 1", '-', 0, 0, 0, 1, 0],
	['update working_hours set employee_id = :zoe where employee_id = :anna', '-', '-', '-', '-', '-', '-'],
	['delete from working_hours where employee_id = :anna', '-', 0, 0, 0, 7, 0],
	[
		"insert into exceptions (location_id, employee_id, kind, starts_at, ends_at) values (:location, :anna, 'closed', '2030-01-01', '2030-01-02')",
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	["update exceptions set reason = 'x' where location_id = :location", '-', 0, 0, 0, 3, 0],
	['delete from exceptions where location_id = :location', '-', 0, 0, 0, 3, 0],
	["insert into resources (location_id, kind, name) values (:location, 'Raum', 'Neu')", '-', '-', '-', '-', 1, '-'],
	[
		"insert into resources (location_id, kind, name) values (:foreignLocation, 'Raum', 'Neu')",
		'-',
		'-',
		'-',
		'-',
		'-',
		1,
	],
	["update resources set name = 'x' where location_id = :location", '-', 0, 0, 0, 2, 0],
	['update resources set location_id = :foreignLocation where location_id = :location', '-', '-', '-', '-', '-', '-'],
	["delete from resources where location_id = :location and name = 'Unbenutzt'", '-', 0, 0, 0, 1, 0],

	["insert into customers (company_id, name) values (:company, 'Neu')", '-', '-', '-', '-', 1, '-'],
	['update customers set blocked = true where company_id = :company', '-', 0, 0, 0, 2, 0],
	['update customers set user_id = :self', '-', '-', '-', '-', '-', '-'],
	['delete from customers', '-', '-', '-', '-', '-', '-'],
	...VERB_TABLES.flatMap((name): Row[] => [
		[`insert into ${name} default values`, '-', '-', '-', '-', '-', '-'],
		[`update ${name} set ${WRITABLE[name] ?? 'created_at = now()'}`, '-', '-', '-', '-', '-', '-'],
		[`delete from ${name}`, '-', '-', '-', '-', '-', '-'],
	]),
	...['federal_states', 'cities', 'districts', 'postal_codes', 'categories', 'public_holidays'].flatMap(
		(name): Row[] => [
			[`insert into ${name} default values`, '-', '-', '-', '-', '-', '-'],
			[`update ${name} set name = 'x'`, '-', '-', '-', '-', '-', '-'],
			[`delete from ${name}`, '-', '-', '-', '-', '-', '-'],
		],
	),
	["insert into ranking_weights values ('text', 1, 'x', 'x', 9)", '-', '-', '-', '-', '-', '-'],
	['update ranking_weights set weight = 1', '-', '-', '-', '-', '-', '-'],
	['delete from ranking_weights', '-', '-', '-', '-', '-', '-'],
	...['calendars', 'free_days', 'listings', 'listing_services', 'search_words', 'visitor_keys'].map((name) =>
		nobody(`delete from internal.${name}`),
	),
	// An owner of another company must not attach anything to this location, nor anything of this one to their own.
	nobody('insert into employee_services (employee_id, service_id, location_id) values (:zoe, :cut, :foreignLocation)'),
	nobody('insert into employee_services (employee_id, service_id, location_id) values (:zoe, :cut, :location)'),
	nobody(
		"insert into exceptions (location_id, employee_id, kind, starts_at, ends_at) values (:foreignLocation, :anna, 'closed', '2030-01-01', '2030-01-02')",
	),
	nobody("insert into employees (location_id, name, user_id) values (:foreignLocation, 'Spion', :staff)"),
	['update exceptions set employee_id = :zoe where location_id = :location', '-', 0, 0, 0, '-', 0],
]

let salon: Salon
const ids = {} as Record<string, string> &
	Salon['ids'] & { [name in 'hidden' | 'draft' | 'spare' | 'spareService' | 'visit' | 'bens' | 'device']: string }
beforeAll(async () => {
	salon = await openSalon()
	const { sql, user } = salon
	Object.assign(ids, salon.ids, { staff: user.staff })
	const id = async (query: PromiseLike<{ id?: string }[]>) => (await query)[0]?.id as string
	ids.hidden = await id(
		sql`insert into public.companies (name, email) values ('Noch privat', 'privat@example.org') returning id`,
	)
	ids.draft = await id(
		sql`insert into public.locations (company_id, slug, name) values (${ids.company}, 'entwurf', 'Entwurf') returning id`,
	)
	ids.spare = await id(
		sql`insert into public.employees (location_id, name, active) values (${ids.location}, 'Alt', false) returning id`,
	)
	await sql`insert into public.employees (location_id, name) values (${ids.draft}, 'Entwurf')`
	ids.spareService =
		await id(sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents, active)
		values (${ids.location}, 1, 'Alt', 30, 1, false) returning id`)
	await sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents) values (${ids.draft}, 1, 'Entwurf', 30, 1)`
	await sql`insert into public.employee_services (employee_id, service_id, location_id) values
		(${ids.spare}, ${ids.cut}, ${ids.location}), (${ids.anna}, ${ids.spareService}, ${ids.location})`
	for (const place of [ids.location, ids.draft]) {
		await sql`insert into public.location_images (location_id, path, width, height) values (${place}, ${`${place}/00000000-0000-4000-8000-000000000001.webp`}, 1, 1)`
		await sql`insert into storage.objects (bucket_id, name) values ('location-images', ${`${place}/00000000-0000-4000-8000-000000000001.webp`})`
	}
	for (const who of [null, ids.anna, ids.ben]) {
		await sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${ids.location}, ${who}, 'closed', '2030-01-01', '2030-01-02', 'krank')`
	}
	const held = await salon.call(user.customer, 'hold_appointment', {
		location: ids.location,
		services: [ids.cut],
		employee: ids.anna,
		starts_at: at(3, '10:00'),
	})
	const contact = { name: 'Kim', email: 'customer@example.org' }
	await salon.call(user.customer, 'confirm_appointment', { appointment: held.id, contact })
	ids.visit = held.id
	ids.bens = (await salon.book({ employee: ids.ben, starts_at: at(3, '10:00') })).id
	for (const visit of [ids.visit, ids.bens])
		await sql`insert into public.early_starts values (${visit}, now(), ${salon.agreed})`
	await salon.composeMails()
	await sql`select public.compute_all_customer_facts()`
	for (const number of [ids.visit.slice(0, 14), 'unknown'])
		await salon.call('anon', 'declare_withdrawal', { ...contact, number })
	await salon.call(user.owner, 'invite_member', { company: ids.company, email: 'neu@example.org', role: 'staff' })
	await sql`insert into public.second_factor_duties values (${ids.company}, 'owner')`
	await salon.call(user.staff, 'save_view', { company: ids.company, list: 'appointments', name: 'Meine', query: '' })
	const room = (place: string, name: string) =>
		id(sql`insert into public.resources (location_id, kind, name) values (${place}, 'Raum', ${name}) returning id`)
	for (const place of [ids.location, ids.draft]) ids.device = await room(place, 'Raum 1')
	ids.room = await room(ids.location, 'Unbenutzt')
	await sql`update public.appointment_lines set resource_id = ${ids.device} where appointment_id in (${ids.visit}, ${ids.bens})`
	const kept = { location: ids.location, services: [ids.cut], starts_at: at(9, '10:00') }
	await salon.call(user.customer, 'hold_appointment', { ...kept, employee: ids.anna })
	await salon.hold({ ...kept, employee: ids.ben })
	const block = { location: ids.location, starts_at: at(9, '12:00'), ends_at: at(9, '13:00') }
	const course = { service: ids.cut, employee: ids.anna, seats: 2, starts_at: at(9, '14:00'), ends_at: at(9, '15:00') }
	for (const subject of [{ employee: ids.anna }, { employee: ids.ben }, { resource: ids.room }])
		await salon.call(user.manager, 'block_time', { ...block, ...subject })
	await salon.call(user.manager, 'create_event', { ...block, ...course })
	await sql`insert into public.reviews (location_id, appointment_id, author, rating) values (${ids.location}, ${ids.visit}, 'Kim', 5)`
})
afterAll(() => salon.close())

class Undo extends Error {}

/** How many rows the statement affects as this role, or '-' when it is refused. Everything is rolled back. */
async function attempt(role: (typeof ROLES)[number], statement: string): Promise<number | '-'> {
	const self = role === 'anon' ? salon.ids.cut : salon.user[role]
	const text = statement.replaceAll(/:([a-z]\w*)/gi, (_, name: string) => `'${name === 'self' ? self : ids[name]}'`)
	let rows: number | '-' = '-'
	await salon.sql
		.begin(async (sql) => {
			const claims = role === 'anon' ? { role } : { role: 'authenticated', sub: self }
			await sql`select set_config('role', ${role === 'anon' ? 'anon' : 'authenticated'}, true),
				set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('search_path', 'public', true)`
			const result = await sql.unsafe(text)
			rows = result.count ?? result.length
			throw new Undo()
		})
		.catch((error: Error & { code?: string }) => {
			// 42501: no right, or against a policy. 23503: parts of two locations. P0001: a trigger's own check.
			if (!(error instanceof Undo) && !['42501', '23503', 'P0001'].includes(error.code ?? '')) throw error
		})
	return rows
}

describe('access', () => {
	for (const row of [...READS, ...WRITES]) {
		const [statement, ...expected] = row
		test(`as each role: ${statement}`, async () => {
			const found: (number | '-')[] = []
			for (const role of ROLES) found.push(await attempt(role, statement))
			expect(Object.fromEntries(ROLES.map((role, index) => [role, found[index]]))).toEqual(
				Object.fromEntries(ROLES.map((role, index) => [role, expected[index]])),
			)
		})
	}

	test('the table above names every table', async () => {
		const tables = await salon.sql<
			{ name: string }[]
		>`select tablename as name from pg_tables where schemaname = 'public' order by 1`
		const statements = [...READS, ...WRITES].map(([statement]) => statement)
		const named = (verb: RegExp, table: string) =>
			statements.some((text) => verb.test(text) && new RegExp(`\\b${table}\\b`).test(text))
		const verbs = [/^select/, /^insert/, /^update/, /^delete/]
		const missing = tables.filter(({ name }) => !verbs.every((verb) => named(verb, name)))
		expect(missing.map(({ name }) => name)).toEqual([])
	})

	test('owners see and do what managers do, and can also change the company', async () => {
		const { owner } = salon.user
		await salon.sql`delete from public.second_factor_duties`
		const seen = await salon.run(owner, 'select id from public.appointments where company_id = $1', [ids.company])
		expect(seen).toHaveLength(2)
		expect(
			(await salon.run(owner, 'update public.companies set phone = $1 where id = $2', ['1', ids.company])).count,
		).toBe(1)
	})

	test('a suspended company disappears for visitors, but not for its members', async () => {
		await salon.sql`update public.companies set state = 'suspended' where id = ${ids.company}`
		for (const table of ['locations', 'employees', 'services', 'employee_services', 'location_images']) {
			const column = table === 'locations' ? 'id' : 'location_id'
			const statement = `select ${column} from public.${table} where ${column} = $1`
			expect(await salon.run('anon', statement, [ids.location])).toHaveLength(0)
			expect((await salon.run(salon.user.staff, statement, [ids.location])).length).toBeGreaterThan(0)
		}
		expect(await salon.run('anon', 'select id from public.companies where id = $1', [ids.company])).toHaveLength(0)
		await salon.sql`update public.companies set state = 'active' where id = ${ids.company}`
	})

	test('a former member sees nothing any more, even after coming back', async () => {
		const { staff, manager } = salon.user
		const see = () => salon.run(staff, 'select id from public.appointments')
		expect(await see()).toHaveLength(1)
		await salon.sql`delete from public.members where user_id = ${staff}`
		expect(await see()).toHaveLength(0)
		await salon.sql`insert into public.members (company_id, user_id, role) values (${ids.company}, ${staff}, 'staff')`
		expect(await see()).toHaveLength(0)
		await salon.run(manager, 'update public.employees set user_id = $1 where id = $2', [staff, ids.anna])
		expect(await see()).toHaveLength(1)
		const stranger = salon.run(manager, 'update public.employees set user_id = $1 where id = $2', [
			salon.user.stranger,
			ids.ben,
		])
		expect(await codeOf(stranger)).toBe('not_a_member')
	})

	test('links between employees and accounts: managers see all, staff their own', async () => {
		const links = async (who: string) => {
			const found = await salon.run(who, 'select * from public.employee_accounts($1)', [ids.company])
			return found.map((row) => row.employee_id)
		}
		expect(await links(salon.user.manager)).toEqual([ids.anna])
		expect(await links(salon.user.staff)).toEqual([ids.anna])
		expect(await links(salon.user.foreigner)).toEqual([])
	})
})
