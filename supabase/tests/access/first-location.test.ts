import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Salon, codeOf, openSalon } from '../booking/salon.ts'

let salon: Salon
let company: string
beforeAll(async () => {
	salon = await openSalon()
	company = await salon.call<string>(salon.user.customer, 'create_company', { name: 'Neues Geschäft' })
})
afterAll(() => salon.close())

const DETAILS = {
	name: 'Studio Neu',
	...{ legal_name: 'Nele Neu', representative: 'Nele Neu', street: 'Weg 2', postal_code: '10115' },
	...{ phone: '030 123456', email: 'nele@example.org', person: 'Nele', self: true },
}
const begin = (who: string, details: object = {}, of = company) =>
	salon.call<string>(who, 'begin_location', { company: of, details: { ...DETAILS, ...details } })

test('fills in the imprint and makes a draft with its place on the map and its first person, once', async () => {
	const [first, second] = await Promise.all([begin(salon.user.customer), begin(salon.user.customer)])
	expect(second).toBe(first)
	expect(
		await begin(salon.user.customer, { name: 'Studio Neuer', street: 'Weg 3', person: 'Other', self: false }),
	).toBe(first)
	const [place] =
		await salon.sql`select location.name, location.state, location.street, location.city, location.latitude is not null as known,
			company.legal_name, company.street as imprint from public.locations location
			join public.companies company on company.id = location.company_id where company.id = ${company}`
	expect(place).toEqual({
		...{ name: 'Studio Neuer', state: 'draft', street: 'Weg 3', city: 'Berlin', known: true },
		...{ legal_name: 'Nele Neu', imprint: 'Weg 3' },
	})
	const people = await salon.sql`select name, user_id from public.employees where location_id = ${first}`
	expect(people).toEqual([{ name: 'Nele', user_id: salon.user.customer }])
})

test('is for the owner alone, and only until a location was published', async () => {
	for (const who of ['owner', 'manager', 'staff', 'stranger', 'foreigner'] as const)
		expect(await codeOf(begin(salon.user[who]))).toBe('company_not_found')
	expect(await codeOf(begin('anon'))).toMatch(/permission denied/)
	for (const who of ['manager', 'staff'] as const)
		expect(await codeOf(begin(salon.user[who], {}, salon.ids.company))).toBe('company_not_found')
	expect(await codeOf(begin(salon.user.owner, {}, salon.ids.company))).toBe('wrong_state')
})

test('refuses what is missing or unknown and then changes nothing', async () => {
	const standing = () => salon.sql`select name, street, updated_at from public.companies where id = ${company}`
	const before = await standing()
	expect(await codeOf(begin(salon.user.customer, { postal_code: '99999' }))).toBe('postal_code_unknown')
	expect(await codeOf(begin(salon.user.customer, { postal_code: null }))).toBe('postal_code_unknown')
	expect(await codeOf(begin(salon.user.customer, { name: ' x ' }))).toBe('name_missing')
	expect(await codeOf(begin(salon.user.customer, { person: '  ' }))).toBe('name_missing')
	expect(await codeOf(begin(salon.user.customer, { person: 'x'.repeat(121) }))).toBe('name_too_long')
	expect(await codeOf(begin(salon.user.customer, { street: 'x'.repeat(400) }))).toMatch(/check constraint/)
	expect(await standing()).toEqual(before)
})
