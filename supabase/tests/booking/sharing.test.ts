import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedContract } from '#app/features/booking/shared.contracts.ts'
import { at, codeOf, CONTACT, hashOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
let hour = 8
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const book = (changes: object = {}, contact: object = CONTACT) =>
	salon.book({ starts_at: at(3, `${String(++hour).padStart(2, '0')}:00`), ...changes }, contact)
const share = async ({ id, secret }: { id: string; secret: string }) => {
	const fresh = randomUUID()
	await salon.call('anon', 'share_booking', { appointment: id, secret, secret_hash: hashOf(fresh) })
	return fresh
}
const shown = async (id: string, secret: string, now?: string) =>
	sharedContract.strict().parse(await salon.call('anon', 'shared_booking', { appointment: id, secret }, now))

test('a link shows when, what and where, and nothing about who booked; it opens nothing else', async () => {
	const visit = await book({}, { ...CONTACT, for_name: 'Lena' })
	const link = await share(visit)
	const told = await shown(visit.id, link)
	expect(told).toMatchObject({ state: 'confirmed', services: [{ name: 'Schnitt', employee: 'Anna' }] })
	for (const word of [...Object.values(CONTACT), 'Lena', '4500']) expect(JSON.stringify(told)).not.toContain(word)
	for (const verb of ['get_booking', 'cancel_appointment', 'booking_thread', 'peek_booking_thread', 'unshare_booking'])
		expect(await codeOf(salon.call('anon', verb, { appointment: visit.id, secret: link }))).toBe(
			'appointment_not_found',
		)
	expect(await codeOf(salon.call('anon', 'shared_booking', { appointment: visit.id, secret: visit.secret }))).toBe(
		'appointment_not_found',
	)
})

test('a new link replaces the one before, the customer takes it back, and it ends 30 days after the visit', async () => {
	const visit = await book()
	const [first, second] = [await share(visit), await share(visit)]
	expect(await codeOf(shown(visit.id, first))).toBe('appointment_not_found')
	const end = Date.parse(visit.visit.ends_at) + 30 * 86_400_000
	await shown(visit.id, second, new Date(end - 1000).toISOString())
	expect(await codeOf(shown(visit.id, second, new Date(end).toISOString()))).toBe('appointment_not_found')
	const booking = await salon.call<{ shared: boolean }>('anon', 'get_booking', {
		appointment: visit.id,
		secret: visit.secret,
	})
	expect(booking.shared).toBe(true)
	await salon.call('anon', 'unshare_booking', { appointment: visit.id, secret: visit.secret })
	expect(await codeOf(shown(visit.id, second))).toBe('appointment_not_found')
	const wrong = { appointment: visit.id, secret: 'wrong', secret_hash: hashOf('x') }
	expect(await codeOf(salon.call('anon', 'share_booking', wrong))).toBe('appointment_not_found')
	expect(await codeOf(salon.call(salon.user.manager, 'share_booking', { ...wrong, secret: null }))).toBe(
		'appointment_not_found',
	)
})

test('under § 203 StGB it does not say what for, and it goes with the data of the customer', async () => {
	const visit = await book({ services: [salon.ids.massage] })
	const link = await share(visit)
	expect((await shown(visit.id, link)).services).toMatchObject([{ name: null }])
	await salon.sql`select internal.take_contact_out(array[${visit.id}]::uuid[], 'Daten gelöscht')`
	expect(await codeOf(shown(visit.id, link))).toBe('appointment_not_found')
})

test('who comes is kept beside who books, and repeating the same books once', async () => {
	const { secret, visit } = await salon.hold({ starts_at: at(5, '10:00') })
	const confirm = (for_name: string) =>
		salon.call('anon', 'confirm_appointment', {
			appointment: visit.id,
			secret,
			contact: { ...CONTACT, for_name },
			early_start: salon.agreed,
		})
	await confirm('  Lena\tMuster ')
	await confirm('Lena Muster')
	expect(await codeOf(confirm('Jonas'))).toBe('wrong_state')
	const booking = await salon.call<{ contact: object }>('anon', 'get_booking', { appointment: visit.id, secret })
	expect(booking.contact).toMatchObject({ name: CONTACT.name, for_name: 'Lena Muster' })
	const [own] =
		await salon.sql`select for_name from public.appointments where id = ${(await book({}, { ...CONTACT, for_name: CONTACT.name })).id}`
	expect(own?.for_name).toBe('')
	const late = await salon.hold({ starts_at: at(6, '10:00') })
	const long = { ...CONTACT, for_name: 'x'.repeat(121) }
	const args = { appointment: late.visit.id, secret: late.secret, contact: long, early_start: salon.agreed }
	expect(await codeOf(salon.call('anon', 'confirm_appointment', args))).toBe('name_too_long')
})

test('an account keeps up to ten people, each name once, and nobody else reads them', async () => {
	const { customer, stranger } = salon.user
	const keep = (name: string, birth_year: number | null = null, who = customer) =>
		salon.call(who, 'save_relative', { name, birth_year })
	await keep(' Lena ', 2017)
	await keep('Lena', 2018)
	const read = (who: string) => salon.run(who, 'select id, name, birth_year from public.relatives')
	expect(await read(customer)).toMatchObject([{ name: 'Lena', birth_year: 2018 }])
	expect(await read(stranger)).toEqual([])
	expect(await codeOf(keep(' '))).toBe('name_missing')
	for (const year of [1899, new Date().getFullYear() + 1])
		expect(await codeOf(keep('Jonas', year))).toBe('birth_year_invalid')
	const codes = await Promise.all(Array.from({ length: 12 }, (_, n) => codeOf(keep(`Kind ${n}`))))
	expect(codes.filter((code) => code === 'relatives_full')).toHaveLength(3)
	const [lena] = await read(customer)
	await salon.call(stranger, 'drop_relative', { id: lena?.id })
	expect(await read(customer)).toHaveLength(10)
	await salon.call(customer, 'drop_relative', { id: lena?.id })
	expect(await read(customer)).toHaveLength(9)
	expect(await codeOf(salon.call('anon', 'save_relative', { name: 'x' }))).toMatch(/permission denied|not_signed_in/)
})
