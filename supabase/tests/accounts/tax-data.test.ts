import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

/** Which of these values a check lets pass. */
const passing = async (check: string, values: string[]) => {
	const rows = await salon.sql.unsafe(
		`select value from unnest($1::text[]) with ordinality one (value, turn)
		where internal.${check}(value) order by turn`,
		[values],
	)
	return rows.map(({ value }) => String(value))
}

test('a tax number of a person has its check digit, and one digit twice or three times', async () => {
	const sound = ['86095742719', '47036892816', '65929970489', '57549285017', '25768131411']
	const anyDigit = Array.from({ length: 9 }, (_, digit) => `8609574271${digit}`)
	// All different, two digits twice, three in a row, too short, too long, zero in front, letters.
	const wrong = ['12345678903', '11223456789', '11123456786', '8609574271', '860957427190', '02345678901', 'x']
	expect(await passing('is_tax_id', [...anyDigit, ...wrong, ...sound])).toEqual(sound)
})

test('a tax number of a firm is the national one, with its check digit, or that of the tax office', async () => {
	const sound = ['DE136695976', 'DE136695976-00001', '2181508150', '2181508150555']
	const wrong = ['DE136695975', 'DE136695976-1', '218150815', '21815081505555', '']
	expect(await passing('is_tax_number', [...wrong, ...sound])).toEqual(sound)
})

test('an IBAN has its check digits, and a German one its length', async () => {
	const sound = ['DE89370400440532013000', 'AT611904300234573201', 'CH9300762011623852957', 'NL91ABNA0417164300']
	const wrong = [
		...['DE89370400440532013001', 'DE98370400440532013000', 'DE8937040044053201300', 'de89370400440532013000'],
		...['DE89 3704 0044 0532 0130 00', 'XX', '', `DE${'9'.repeat(40)}`],
	]
	expect(await passing('is_iban', [...wrong, ...sound])).toEqual(sound)
})

test('what is missing is said to owners only, until nothing is', async () => {
	const { user, sql, ids } = salon
	const missing = (who: string) => salon.call<string[] | null>(who, 'missing_tax_data', { company: ids.company })
	for (const who of [user.staff, user.manager, user.foreigner, user.customer]) expect(await missing(who)).toBeNull()
	expect(await codeOf(missing('anon'))).toMatch(/permission denied/)
	expect(await missing(user.owner)).toEqual(['taxpayer'])
	const save = (statement: string) => salon.run(user.owner, statement, [ids.company])
	await save("insert into public.company_tax_data (company_id, taxpayer) values ($1, 'person')")
	expect(await missing(user.owner)).toEqual([...['first_name', 'last_name', 'street', 'birthday', 'tax_id', 'iban']])
	await save(`update public.company_tax_data set first_name = 'Lea', last_name = 'Löwe', street = 'Weg 1', postal_code = '10115',
		city = 'Berlin', birthday = '1980-12-24', tax_id = '86095742719', iban = 'DE89370400440532013000' where company_id = $1`)
	expect(await missing(user.owner)).toEqual([])
	// The same business as a firm: nothing personal stays.
	const firm = save("update public.company_tax_data set taxpayer = 'firm' where company_id = $1")
	expect(await codeOf(firm)).toMatch(/company_tax_data_firm/)
	await save(`update public.company_tax_data set taxpayer = 'firm', first_name = '', last_name = '', street = '', postal_code = '', city = '',
		birthday = null, tax_id = '' where company_id = $1`)
	await sql`update public.companies set legal_name = 'Löwe GmbH', street = 'Weg 1', postal_code = '10115', city = '', register_entry = ''
		where id = ${ids.company}`
	expect(await missing(user.owner)).toEqual(['company.street', 'tax_number', 'company.register_entry'])
	await save("update public.company_tax_data set unregistered = true, tax_number = '2181508150' where company_id = $1")
	await sql`update public.companies set city = 'Berlin' where id = ${ids.company}`
	expect(await missing(user.owner)).toEqual([])
	const person = save("update public.company_tax_data set taxpayer = 'person' where company_id = $1")
	expect(await codeOf(person)).toMatch(/company_tax_data_person/)
})

test('a number of another state is checked by its form, and so is a postal code', async () => {
	const { user, sql, ids } = salon
	await sql`delete from public.company_tax_data`
	const insert = (columns: string, values: string) =>
		codeOf(
			salon.run(
				user.owner,
				`insert into public.company_tax_data (company_id, taxpayer, ${columns}) values ($1, 'person', ${values})`,
				[ids.company],
			),
		)
	expect(await insert('postal_code', "'1010'")).toMatch(/postal_code_check/)
	expect(await insert('tax_id', "'AT-12345'")).toMatch(/tax_id_check/)
	for (const number of ['ABCD', '1', 'AT 12345', 'x'.repeat(31)])
		expect(await insert('tax_country, tax_id', `'AT', '${number}'`)).toMatch(/tax_id_check/)
	expect(await insert('country', "'Österreich'")).toMatch(/country_check/)
	expect(await insert('country, postal_code, tax_country, tax_id', "'AT', '1010', 'AT', 'AT-12345'")).toBe('no error')
	const firm = sql`update public.company_tax_data set taxpayer = 'firm', postal_code = '', tax_id = ''`
	expect(await codeOf(firm)).toMatch(/company_tax_data_firm/)
})

test('each change is noted by name and field, for owners; and the last state outlives the company', async () => {
	const { user, sql, ids } = salon
	await sql`delete from public.company_tax_data`
	await sql`delete from public.tax_data_changes`
	const change = (statement: string) => salon.run(user.owner, statement, [ids.company])
	await change(
		"insert into public.company_tax_data (company_id, taxpayer, iban) values ($1, 'firm', 'DE89370400440532013000')",
	)
	await change("update public.company_tax_data set account_holder = 'Lea', unregistered = true where company_id = $1")
	await change("update public.company_tax_data set account_holder = 'Lea' where company_id = $1")
	const seen = (who: string) => salon.run(who, 'select who, fields from public.tax_data_changes order by id')
	expect(await seen(user.owner)).toEqual([
		{ who: expect.any(String), fields: ['iban', 'taxpayer'] },
		{ who: expect.any(String), fields: ['account_holder', 'unregistered'] },
	])
	for (const who of [user.manager, user.foreigner]) expect(await seen(who)).toEqual([])
	await sql`update public.companies set legal_name = 'Löwe GmbH', street = 'Weg 1' where id = ${ids.company}`
	const { id } = await salon.book({ starts_at: at(3, '10:00') })
	await sql`update public.appointments set state = 'completed', starts_at = '2026-03-31T22:30:00Z', ends_at = '2026-03-31T23:00:00Z'
		where id = ${id}`
	await sql`delete from public.appointment_lines`
	await sql`delete from public.companies where id = ${ids.company}`
	for (const who of ['anon', user.owner])
		expect(await codeOf(salon.run(who, 'select * from public.kept_tax_data'))).toMatch(/permission denied/)
	expect(
		await salon.run('service_role', 'select company_id, tax_data, imprint, sums from public.kept_tax_data'),
	).toEqual([
		{
			company_id: ids.company,
			tax_data: expect.objectContaining({ taxpayer: 'firm', iban: 'DE89370400440532013000', account_holder: 'Lea' }),
			imprint: expect.objectContaining({ legal_name: 'Löwe GmbH', street: 'Weg 1' }),
			// Midnight is that of Berlin.
			sums: [{ quarter: '2026-Q2', visits: 1, cents: expect.any(Number) }],
		},
	])
	// Where nobody entered anything, what is known is kept all the same.
	const other = await salon.book({
		location: ids.foreignLocation,
		services: [ids.foreignCut],
		employee: ids.zoe,
		starts_at: at(3, '10:00'),
	})
	await sql`update public.appointments set state = 'completed' where id = ${other.id}`
	await sql`select internal.keep_tax_data_of(company_id) from public.locations where id = ${ids.foreignLocation}`
	expect(
		await sql`select tax_data, sums -> 0 -> 'visits' as visits from public.kept_tax_data where company_id <> ${ids.company}`,
	).toEqual([{ tax_data: {}, visits: 1 }])
	await sql`delete from public.kept_tax_data where company_id <> ${ids.company}`
	const forget = (now: string) => salon.call<number>('service_role', 'forget_due', { rule: 'kept_tax_data' }, now)
	const year = new Date().getUTCFullYear()
	expect(await forget(`${year + 10}-12-31T12:00:00Z`)).toBe(0)
	expect(await forget(`${year + 11}-01-01T12:00:00Z`)).toBe(1)
	expect(await forget(`${year + 11}-01-01T12:00:00Z`)).toBe(0)
})
