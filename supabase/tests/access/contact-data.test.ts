import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, codeOf, hashOf, openSalon, type Salon } from '../booking/salon.ts'
import { type OpenFunction, openFunctions, USUAL_OF } from './probe.ts'

// How customers are reached is marked everywhere where it is kept. A member without the right `contact_data` calls every function that members may call and
// reads every table, with all other rights, and must not meet a mark in any answer, not even in an error. New verbs and tables are covered by themselves.
const MARK = /kontaktspur|zweitspur|9876543|6543212|1971-03-17/
const MIA = { name: 'Mia Muster', email: 'kontaktspur@example.org', phone: '+49309876543', note: 'Bitte klingeln' }
const RIGHTS = [
	'all_calendars',
	'all_customers',
	'book',
	'move',
	'cancel',
	'export',
	'health',
	'appointment_price',
	'reports',
]

let salon: Salon
let functions: OpenFunction[]
let usual: Record<string, string>
let card: string
let visit: string
const who = {} as Record<'reception' | 'manager' | 'owner' | 'staff', string>

beforeAll(async () => {
	salon = await openSalon()
	const { sql, user, ids } = salon
	const { company, location, cut, anna, ben } = ids
	Object.assign(who, { manager: user.manager, owner: user.owner, staff: user.staff })
	who.reception = await salon.addMember('reception')
	const asOwner = <T = { id: string }>(name: string, args: Record<string, unknown>) =>
		salon.call<T>(user.owner, name, args)

	visit = (await salon.book({ starts_at: at(3, '10:00') }, MIA)).id
	const bens = await salon.book({ employee: ben, starts_at: at(3, '12:00') }, MIA)
	const byHand = await asOwner('create_appointment', {
		...{
			location,
			services: [cut],
			employee: anna,
			starts_at: at(4, '15:00'),
			contact: { ...MIA, name: 'Mia Muster' },
		},
		...{ anyway: true, minutes: null, note: '', notify: true },
	})
	const [row] = await sql`select customer_id, updated_at::text as version from public.appointments where id = ${visit}`
	card = String(row?.customer_id)
	await sql`update public.customers set birthday = '1971-03-17', phone = ${MIA.phone} where id = ${card}`
	await change(user.owner, { phone: '+49306543212' })
	await sql`update public.appointments set contact_phone = ${MIA.phone} where id = ${visit}`
	for (const [kind, value] of [
		['email', 'zweitspur@example.org'],
		['phone', '+49306543212'],
		['name', 'Mia Alt'],
	])
		await asOwner('add_customer_contact', { company, customer: card, kind, value })
	const [twin] = await sql`insert into public.customers (company_id, name, phone, birthday)
		values (${company}, 'Mia Mustermann', ${MIA.phone}, '1971-03-17') returning id`
	const [third] = await sql`insert into public.customers (company_id, name, email)
		values (${company}, 'Mia M.', 'zweitspur.alt@example.org') returning id`
	const merge = await asOwner<string>('merge_customers', { company, kept: card, gone: third?.id })
	await sql`select public.compute_all_customer_facts()`
	await sql`select public.compare_customers(500)`
	await salon.composeMails()
	await sql`update public.messages set state = 'failed', last_error = ${`550 unknown: ${MIA.email}`} where audience = 'customer'`
	await salon.call('anon', 'declare_withdrawal', { name: MIA.name, email: MIA.email, number: visit.slice(0, 14) })
	await sql`insert into public.erasure_demands (company_id, customer_id, email, asked_at) values (${company}, ${card}, ${MIA.email}, now())`
	const block = await asOwner('block_time', {
		location,
		employee: anna,
		starts_at: at(4, '10:00'),
		ends_at: at(4, '11:00'),
	})
	const event = await asOwner('create_event', {
		...{ location, service: cut, employee: anna, seats: 2, starts_at: at(5, '10:00'), ends_at: at(5, '11:00') },
	})
	await asOwner('book_event_by_hand', { event: event.id, seats: 1, contact: { ...MIA, email: '' }, note: '' }).catch(
		() => undefined,
	)
	await sql`insert into public.event_waits (event_id, seats, name, email, phone, confirmed_at)
		values (${event.id}, 1, 'Mia', ${MIA.email}, ${MIA.phone}, now())`
	const disruption = await asOwner('begin_disruption', {
		...{ location, employee: anna, starts_at: at(3, '00:00'), ends_at: at(4, '00:00') },
	})
	const imported = await asOwner<string>('begin_import', { company, file: 'a.csv', head: ['Name', 'Mail'] })
	await sql`insert into public.import_rows values (${imported}, 1, ${['Mia', MIA.email]}, 'refused', 'email', null)`
	const place = { p_company: company, p_location: location, p_employee: anna, p_employees: `{${anna}}`, p_person: anna }
	usual = {
		...place,
		...{
			p_import: imported,
			p_disruption: disruption.id,
			p_state: 'kept',
			p_services: `{${cut}}`,
			p_appointment: visit,
		},
		...{
			p_customer: card,
			p_customers: `{${card}}`,
			p_kept: card,
			p_gone: String(twin?.id),
			p_one: card,
			p_other: String(twin?.id),
		},
		...{ p_merge: merge, p_block: block.id, p_service: cut, p_event: event.id, p_seats: '1', p_secret: bens.secret },
		...{ p_text: 'Mia', p_secret_hash: hashOf('x'), p_contact: '{"name": "Lena"}', p_sort: 'name', p_notify: 'ask' },
		...{
			p_starts_at: at(6, '10:00'),
			p_ends_at: at(6, '11:00'),
			p_from: at(0, '00:00').slice(0, 10),
			p_anyway: 'true',
		},
		...{
			p_note: '',
			p_kind: 'email',
			p_value: MIA.email,
			p_user: user.staff,
			p_page: '1',
			p_limit: '50',
			p_appointments: `{${byHand.id}}`,
		},
		...{ p_version: String(row?.version), p_tag: 'Stamm', p_again: 'false', p_typed: 'Mia Muster' },
	}
	functions = await openFunctions(salon)
	for (const name of ['reception', 'manager', 'staff'] as const)
		await asOwner('change_member_rights', { company, user: who[name], given: RIGHTS, taken: ['contact_data'] })
})
afterAll(() => salon.close())

/** Changes the contact of the visit; the driver would cut the version to milliseconds. */
async function change(caller: string, contact: object) {
	const [row] = await salon.sql`select updated_at::text as version from public.appointments where id = ${visit}`
	return salon.run(
		caller,
		'select public.change_appointment($1, $2::text::timestamptz, p_contact => $3::text::jsonb, p_anyway => true)',
		[visit, row?.version, JSON.stringify(contact)],
	)
}

/** What a statement answers to a person, an error included; nothing of it stays. */
async function answered(person: string, statement: string): Promise<string> {
	let text = ''
	class Undo extends Error {}
	await salon.sql
		.begin(async (sql) => {
			await sql`select set_config('role', 'authenticated', true),
				set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: person })}, true)`
			text = JSON.stringify(await sql.unsafe(statement))
			throw new Undo()
		})
		.catch((error: Error & { detail?: string }) => {
			if (!(error instanceof Undo)) text = `${error.message} ${error.detail ?? ''}`
		})
	return text
}

/** The call with what must be given, and with all that has a usual value. */
function calls({ name, args }: OpenFunction): string[] {
	const given: Record<string, string> = { ...usual, ...(name === 'find_customers' ? {} : USUAL_OF[name]) }
	const fit = (one: OpenFunction['args'][number]) =>
		one.name in given && (one.type !== 'boolean' || /^(true|false)$/.test(String(given[one.name])))
	const written = (some: OpenFunction['args']) =>
		`select to_jsonb(answer) from public.${name}(${some
			.filter(fit)
			.map((one) => `${one.name} => '${given[one.name]}'::${one.type}`)
			.join(', ')}) answer`
	return [written(args.filter(({ needed }) => needed)), written(args)]
}

/** Which functions and tables answer a person with a mark. */
async function marked(person: string): Promise<string[]> {
	const found = new Set<string>()
	for (const one of functions)
		for (const call of calls(one)) if (MARK.test(await answered(person, call))) found.add(one.name)
	const tables = await salon.sql<
		{ name: string; columns: string }[]
	>`select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
		group by c.relname`
	for (const { name, columns } of tables)
		if (MARK.test(await answered(person, `select ${columns} from public.${name}`))) found.add(name)
	return [...found].sort()
}

test('an owner meets the marks wherever they are kept', async () => {
	const [tables, verbs] = [
		[
			...[
				'appointment_changes',
				'appointments',
				'customer_contacts',
				'customers',
				'erasure_demands',
				'event_waits',
				'import_rows',
			],
			...['messages', 'withdrawals', 'shown_appointment_changes', 'shown_appointments', 'shown_customers'],
			...['shown_event_waits', 'shown_messages', 'shown_withdrawals'],
		],
		[
			...[
				'disruption_board',
				'export_customers',
				'find_customers',
				'list_appointments',
				'list_customers',
				'list_duplicates',
			],
			...['list_messages', 'open_customer', 'open_tasks', 'preview_erasure', 'preview_merge'],
		],
	]
	expect(await marked(who.owner)).toEqual([...tables, ...verbs].sort())
}, 120_000)

test.for(['reception', 'manager', 'staff'] as const)(
	'a member (%s) without the right meets none',
	{ timeout: 120_000 },
	async (role) => {
		expect(await marked(who[role])).toEqual([])
	},
)

describe.each(['kontaktspur@example.org', 'kontaktspur', '309876543', '+49 30 987', 'zweitspur'])('"%s"', (text) => {
	test.for([
		['find_customers', { location: '' }],
		['list_customers', { company: '' }],
		['list_appointments', { location: '' }],
		['list_messages', { company: '' }],
	] as const)('finds nobody by %s', async ([name, place]) => {
		const args = {
			...Object.fromEntries(Object.keys(place).map((key) => [key, salon.ids[key as 'company' | 'location']])),
			text,
		}
		const rows = (answer: { rows?: unknown[] } | unknown[]) => (Array.isArray(answer) ? answer : answer.rows)
		expect(rows(await salon.call(who.reception, name, args))).toEqual([])
	})
})

test('names are found as before, without what belongs to them', async () => {
	const { company, location } = salon.ids
	const found = await salon.call<{ name: string }[]>(who.reception, 'find_customers', { location, text: 'muster' })
	expect(found.map(({ name }) => name)).toEqual(['Mia Muster', 'Mia Mustermann'])
	const listed = await salon.call<{ rows: { name: string; email: null }[] }>(who.reception, 'list_customers', {
		company,
		text: 'mia alt',
	})
	expect(listed.rows).toMatchObject([{ name: 'Mia Muster', email: null, phone: '', birthday: null }])
	const visits = await salon.call<{ rows: object[] }>(who.reception, 'list_appointments', { location, text: 'mia mus' })
	expect(visits.rows.length).toBeGreaterThan(1)
	for (const only of [{ only: 'birthday' }, { sort: 'birthday' }, { sort: '-birthday' }])
		expect(await codeOf(salon.call(who.reception, 'list_customers', { company, ...only }))).toBe('not_allowed')
})

const contactOf = async (id: string) => {
	const [row] =
		await salon.sql`select contact_name, contact_email, contact_phone, note from public.appointments where id = ${id}`
	return row
}

test('whoever sees no contact data leaves it as it is', async () => {
	const { location, cut, ben } = salon.ids
	const before = await contactOf(visit)
	await change(who.reception, { name: 'Mia Muster', email: '', phone: '', note: 'Leise klingeln' })
	expect(await contactOf(visit)).toEqual({ ...before, note: 'Leise klingeln' })
	expect(await codeOf(change(who.reception, { email: 'meine@example.org' }))).toBe('not_allowed')
	expect(await codeOf(change(who.reception, { phone: '030 5' }))).toBe('not_allowed')
	const book = (contact: object, hour: string) =>
		salon.call(who.reception, 'create_appointment', {
			...{ location, services: [cut], employee: ben, starts_at: at(8, hour), contact },
			...{ anyway: true, minutes: null, note: '', notify: false },
		})
	const known = await book({ name: 'Mia Muster', email: '', phone: '', customer_id: card }, '10:00')
	expect(await contactOf(known.id)).toMatchObject({ contact_email: MIA.email, contact_phone: MIA.phone })
	const caller = await book({ name: 'Neu', email: 'neu@example.org', phone: '030 123' }, '11:00')
	expect(await contactOf(caller.id)).toMatchObject({ contact_email: 'neu@example.org' })
})

test('a file is changed but for how the person is reached', async () => {
	const { company } = salon.ids
	const read = async () =>
		(
			await salon.sql`select name, email::text, phone, birthday::text, note, tags, updated_at::text as version from public.customers where id = ${card}`
		)[0]
	const before = await read()
	const save = async (caller: string, version: unknown) =>
		(
			await salon.run(
				caller,
				"select public.change_customer_words($1, $2, $3::text::timestamptz, 'Mia Neu', 'Mag Tee', '{Stamm}', false) as saved",
				[company, card, version],
			)
		)[0]?.saved
	expect(await save(who.reception, before?.version)).toBe(true)
	expect(await save(who.reception, before?.version)).toBe(false)
	expect(await read()).toMatchObject({
		...before,
		name: 'Mia Neu',
		note: 'Mag Tee',
		tags: ['Stamm'],
		version: expect.anything(),
	})
	expect(await codeOf(save(salon.user.stranger, before?.version))).toBe('customer_not_found')
	expect(await codeOf(salon.call(who.reception, 'put_contact_first', { company, customer: card, id: card }))).toBe(
		'customer_not_found',
	)
	const touched = await salon.run(who.reception, `update public.customers set phone = '1'`)
	expect(touched.count).toBe(0)
	const added = await salon.run(
		who.reception,
		`insert into public.customers (company_id, name, phone) values ('${company}', 'Neu', '030 77')`,
	)
	expect(added.count).toBe(1)
})

test('an open calendar hears of appointments that it cannot read live', async () => {
	const count = async () => Number((await salon.sql`select count(*) from public.calendar_changes`)[0]?.count)
	const before = await count()
	await salon.book({ starts_at: at(9, '10:00') })
	expect(await count()).toBeGreaterThan(before)
})
