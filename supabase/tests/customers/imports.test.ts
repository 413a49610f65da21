import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importPreviewContract, importProgressContract } from '#app/features/customers/import.contracts.ts'
import { at, type Caller, codeOf, openSalon, type Salon } from '../booking/salon.ts'

const HEAD = ['Name', 'E-Mail', 'Telefon', 'Geburtstag', 'Merkmale', 'Notiz', 'Mobil']
const MAPPING = { name: 0, email: 1, phone: 2, birthday: 3, tags: 4, note: 5, mobile: 6 }
const ROWS = [
	['Zoë Yılmaz', 'zoe@example.org', '0171 391-2009', '3.2.80', 'Stamm, Farbe', 'Trinkt Tee', '030 5550'],
	['Bert Berg', '', '030/5551', '', '', '', ''],
	['', 'ohne-name@example.org', '', '', '', '', ''],
	['Falsch', 'keine Adresse', '', '', '', '', ''],
	['Falsch', '', '', '31.2.1980', '', '', ''],
	['Zoë doppelt', 'ZOE@example.org', '', '', '', '', ''],
	['bert berg', '', '0049 30 5551', '', '', '', ''],
	['=1+1', '', '', '', '', '', ''],
]

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from public.imports`
	await salon.sql`delete from public.appointments`
	await salon.sql`delete from public.customers`
})

const verb = <T = unknown>(who: Caller, name: string, args: object = {}, now?: string) =>
	salon.call<T>(who, name, { ...args }, now)
async function begin(rows = ROWS, who: Caller = salon.user.manager) {
	const id = await verb<string>(who, 'begin_import', { company: salon.ids.company, file: 'kartei.csv', head: HEAD })
	for (let first = 0; first < rows.length; first += 1000)
		await verb(who, 'add_import_rows', {
			import: id,
			from_row: first + 1,
			rows: rows.slice(first, first + 1000),
		})
	return id
}
const start = (id: string, mapping: object | null = MAPPING, who: Caller = salon.user.manager) =>
	verb(who, 'start_import', { import: id, ...(mapping ? { mapping: mapping } : {}) })
const advance = (limit = 200) => verb<number>('service_role', 'advance_imports', { limit })
const drain = async () => {
	while ((await advance(1000)) > 0);
}
const progress = async (id: string) =>
	importProgressContract.strict().parse(await verb(salon.user.manager, 'import_progress', { import: id }))
const names = async () =>
	(
		await salon.sql<
			{ name: string }[]
		>`select name from public.customers where company_id = ${salon.ids.company} order by name collate "C"`
	).map(({ name }) => name)
const stateOf = async (id: string) => (await salon.sql`select state from public.imports where id = ${id}`)[0]?.state

describe('an import', () => {
	test('adds whom nobody knows, names the others and says why rows are refused', async () => {
		const id = await begin()
		const preview = importPreviewContract.parse(
			await verb(salon.user.manager, 'preview_import', { import: id, mapping: MAPPING }),
		)
		expect(preview[0]).toMatchObject({
			state: 'made',
			name: 'Zoë Yılmaz',
			phone: '+491713912009',
			birthday: '1980-02-03',
		})
		await start(id)
		await drain()
		expect(await stateOf(id)).toBe('done')
		expect(await names()).toEqual(['=1+1', 'Bert Berg', 'Zoë Yılmaz'])
		const rows = await salon.sql`select n, state, code from public.import_rows where import_id = ${id} order by n`
		expect(rows.map(({ state, code }) => `${state} ${code}`.trim())).toEqual([
			...[
				'made',
				'made',
				'refused name_missing',
				'refused email_invalid',
				'refused birthday_invalid',
				'known',
				'known',
				'made',
			],
		])
		const [zoe] =
			await salon.sql`select phone, tags, note, birthday::text, blocked, user_id, other_words from public.customers where email = 'zoe@example.org'`
		expect(zoe).toEqual({
			...{ phone: '+491713912009', tags: ['Stamm', 'Farbe'], note: 'Trinkt Tee', birthday: '1980-02-03' },
			...{ blocked: false, user_id: null, other_words: ' 0305550' },
		})
		for (const table of ['messages', 'consents'])
			expect(await salon.sql.unsafe(`select from public.${table}`)).toHaveLength(0)
	})

	test('changes nobody who is known, by whichever address', async () => {
		await salon.sql`insert into public.customers (company_id, name, email, note) values (${salon.ids.company}, 'Z.', 'z@example.org', 'Alt')`
		const [known] = await salon.sql`select id from public.customers`
		await verb(salon.user.manager, 'add_customer_contact', {
			company: salon.ids.company,
			customer: known?.id,
			kind: 'email',
			value: 'zoe@example.org',
		})
		const id = await begin([
			['Zoë', 'ZOE@example.org'],
			['Zet', 'Z@Example.org'],
		])
		await start(id)
		await drain()
		expect(await salon.sql`select name, note from public.customers`).toEqual([{ name: 'Z.', note: 'Alt' }])
		const rows = await salon.sql`select customer_id from public.import_rows`
		expect(rows).toEqual([{ customer_id: known?.id }, { customer_id: known?.id }])
	})

	test('stops between two batches, goes on, and begins nothing twice', async () => {
		const rows = Array.from({ length: 50 }, (_, n) => [`Person ${n}`, `p${n}@example.org`, '', '', '', '', ''])
		const id = await begin(rows)
		expect(await advance()).toBe(0)
		await start(id)
		await start(id)
		expect(await advance(20)).toBe(20)
		await verb(salon.user.manager, 'stop_import', { import: id })
		expect(await advance(20)).toBe(0)
		expect(await progress(id)).toMatchObject({ made: 20, waiting: 30 })
		await start(id, null)
		// Two processes at once.
		await Promise.all([advance(10), advance(10), advance(10)])
		await drain()
		expect(await progress(id)).toMatchObject({ made: 50, waiting: 0 })
		expect(await names()).toHaveLength(50)
		expect(await codeOf(start(id))).toBe('wrong_state')
		expect(await codeOf(verb(salon.user.manager, 'stop_import', { import: id }))).toBe('wrong_state')
	})

	test('a batch that is broken off leaves nothing behind and comes again', async () => {
		const id = await begin()
		await start(id)
		await salon.sql
			.begin(async (sql) => {
				await sql`select public.advance_imports(3)`
				throw new Error('killed')
			})
			.catch(() => undefined)
		expect(await names()).toEqual([])
		await drain()
		expect(await progress(id)).toMatchObject({ made: 3, known: 2, refused: 3 })
	})

	test('is taken back but for whom somebody has changed, booked or linked since', async () => {
		const rows = ['Bleibt so', 'Geändert', 'Gebucht', 'Verbunden'].map((name, n) => [
			name,
			`p${n}@example.org`,
			'',
			'',
			'',
			'',
			'030 55',
		])
		const id = await begin(rows)
		await start(id)
		await drain()
		await salon.sql`update public.customers set note = 'x' where name = 'Geändert'`
		await salon.book(
			{ starts_at: at(3, '10:00') },
			{ name: 'G', email: 'p2@example.org', phone: '030 123456', note: '' },
		)
		const [kin] = await salon.sql`select id from public.customers where name = 'Verbunden'`
		await verb(salon.user.manager, 'add_customer_relative', {
			company: salon.ids.company,
			customer: kin?.id,
			name: 'Lena',
		})
		await verb(salon.user.manager, 'undo_import', { import: id })
		expect(await advance(2)).toBe(2)
		await drain()
		expect(await stateOf(id)).toBe('undone')
		expect(await progress(id)).toMatchObject({ removed: 1, stays: 3 })
		expect(await names()).toEqual(['Gebucht', 'Geändert', 'Verbunden'])
	})

	test('cannot be taken back after thirty days, and then its rows go', async () => {
		const id = await begin(ROWS.slice(0, 1))
		await start(id)
		await drain()
		const late = at(31, '12:00')
		expect(await codeOf(verb(salon.user.manager, 'undo_import', { import: id }, late))).toBe('import_too_old')
		const forget = () => salon.call<number>('service_role', 'forget_due', { rule: 'imports' }, late)
		expect(await forget()).toBe(1)
		expect(await salon.sql`select from public.import_rows`).toHaveLength(0)
		expect([await forget(), await forget()]).toEqual([1, 0])
		expect(await salon.sql`select from public.imports`).toHaveLength(0)
		expect(await names()).toEqual(['Zoë Yılmaz'])
	})

	test('of two of one name without an address, number or birthday decides', async () => {
		const row = (name: string, phone = '', birthday = '') => [name, '', phone, birthday, '', '', '']
		const id = await begin([
			...[row('Anna Schulz', '', '1.1.1980'), row('Anna Schulz', '', '1.1.1990'), row('anna schulz', '', '1.1.1990')],
			...[row('Anna Schulz', '030 1234'), row('Anna Schulz', '030 1234')],
		])
		await start(id)
		await drain()
		const rows = await salon.sql`select state from public.import_rows where import_id = ${id} order by n`
		expect(rows.map(({ state }) => state)).toEqual(['made', 'made', 'known', 'made', 'known'])
	})

	test.each([
		['0171 3912009', '+491713912009'],
		['1713912009', '+491713912009'],
		['491713912009', '+491713912009'],
		['0049 (0)171/391-2009', '+491713912009'],
		['+43 1 5123456', '+4315123456'],
		['-', ''],
		['4,91714E+12', 'phone_invalid'],
		['12', 'phone_invalid'],
		['keine', 'phone_invalid'],
	])('reads the number %s', async (typed, phone) => {
		const id = await begin([['Bert', '', typed, '', '', '', '']])
		const preview = await verb(salon.user.manager, 'preview_import', { import: id, mapping: MAPPING })
		const [row] = importPreviewContract.parse(preview)
		expect(row?.code ?? row?.phone).toBe(phone)
	})

	test.each([
		['3.2.1980', '1980-02-03'],
		['03.02.80', '1980-02-03'],
		['3/2/26', '2026-02-03'],
		['1980-02-03T00:00:00', '1980-02-03'],
		['03.02.1980 00:00', '1980-02-03'],
		['', null],
		['31.2.1980', 'birthday_invalid'],
		['3.13.1980', 'birthday_invalid'],
		['1.1.1850', 'birthday_invalid'],
		['1.1.2999', 'birthday_invalid'],
		['Februar', 'birthday_invalid'],
	])('reads the birthday %s', async (typed, birthday) => {
		const id = await begin([['Bert', '', '', typed, '', '', '']])
		const preview = await verb(salon.user.manager, 'preview_import', { import: id, mapping: MAPPING })
		const [row] = importPreviewContract.parse(preview)
		expect(row?.code ?? row?.birthday).toBe(birthday)
	})

	test('keeps nothing of who is erased', async () => {
		const id = await begin(ROWS.slice(0, 1))
		await start(id)
		await drain()
		const [zoe] = await salon.sql`select id from public.customers`
		await verb(salon.user.manager, 'erase_customer', {
			company: salon.ids.company,
			customer: zoe?.id,
			typed: 'Zoë Yılmaz',
		})
		expect(await salon.sql`select raw from public.import_rows`).toEqual([{ raw: [] }])
		await verb(salon.user.manager, 'undo_import', { import: id })
		await drain()
		expect(await progress(id)).toMatchObject({ removed: 1 })
	})

	test.each([
		['no name', { email: 1 }],
		['an unknown field', { name: 0, role: 1 }],
		['a column that is not there', { name: 7 }],
		['a column that is no number', { name: '0' }],
		['a list', [1]],
	])('is refused with %s', async (_, mapping) => {
		const id = await begin()
		expect(await codeOf(start(id, mapping))).toBe('mapping_invalid')
	})

	test.each([
		['1,001 rows', 1, Array.from({ length: 1001 }, () => ['x'])],
		['rows beyond 50,000', 50_000, [['x'], ['y']]],
		['61 columns', 1, [Array.from({ length: 61 }, () => 'x')]],
		['a cell of 2,001 characters', 1, [['x'.repeat(2001)]]],
		['a cell that is no text', 1, [[1]]],
		['an object', 1, { a: 1 }],
	])('takes not more than it says: %s', async (_, first, rows) => {
		const id = await begin([])
		const add = verb(salon.user.manager, 'add_import_rows', { import: id, from_row: first, rows })
		expect(await codeOf(add)).toBe('import_invalid')
	})

	test('belongs to managers and owners of the company', async () => {
		const { user, ids } = salon
		const reception = await salon.addMember('reception')
		const id = await begin()
		const manager = await salon.addMember('manager')
		await salon.sql`insert into public.member_rights values (${ids.company}, ${manager}, 'all_customers', false)`
		for (const who of [user.staff, reception, manager, user.customer, user.foreigner]) {
			expect(await codeOf(verb(who, 'begin_import', { company: ids.company, file: 'x', head: ['a'] }))).toBe(
				'not_allowed',
			)
			expect(await codeOf(start(id, MAPPING, who))).toBe('import_not_found')
			for (const name of ['stop_import', 'undo_import', 'drop_import', 'import_progress'])
				expect(await codeOf(verb(who, name, { import: id }))).toBe('import_not_found')
			expect(await codeOf(verb(who, 'add_import_rows', { import: id, from_row: 9, rows: [['x']] }))).toBe(
				'import_not_found',
			)
			expect(await salon.run(who, 'select from public.import_rows')).toHaveLength(0)
			expect(await codeOf(salon.call(who, 'advance_imports'))).toMatch(/permission denied/)
		}
		expect(await salon.run(user.owner, 'select from public.import_rows')).toHaveLength(ROWS.length)
		await verb(user.owner, 'drop_import', { import: id })
		expect(await salon.sql`select from public.import_rows`).toHaveLength(0)
	})
})

test('3,000 rows show progress, stop and come back', async () => {
	const rows = Array.from({ length: 3000 }, (_, n) => [
		`Person ${n}`,
		`p${n}@example.org`,
		`0171 ${3_000_000 + n}`,
		'',
		'Neu',
		'',
		'',
	])
	const id = await begin(rows)
	await start(id)
	expect(await advance(1000)).toBe(1000)
	await verb(salon.user.manager, 'stop_import', { import: id })
	expect(await progress(id)).toMatchObject({ made: 1000, waiting: 2000 })
	await start(id, null)
	await drain()
	expect(await progress(id)).toMatchObject({ made: 3000, waiting: 0 })
	await verb(salon.user.manager, 'undo_import', { import: id })
	await drain()
	expect(await progress(id)).toMatchObject({ removed: 3000 })
	expect(await names()).toEqual([])
})
