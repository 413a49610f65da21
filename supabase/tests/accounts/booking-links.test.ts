import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

const GITTA = { name: 'Gitta Gast', email: 'gitta@example.org', phone: '+4930123456', note: '' }

let salon: Salon
let day = 3
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	day += 1
	for (const table of ['appointments', 'customers', 'messages']) await salon.sql.unsafe(`delete from public.${table}`)
})

const request = (email: string, from?: string, now?: string) =>
	salon.call('anon', 'request_booking_links', { email }, now, from)
type Ordered = { recipient: string; company_id: string | null; appointments: Record<string, string>[] }
const mails = async () =>
	await salon.sql<Ordered[]>`select recipient, company_id, payload -> 'appointments' as appointments
		from public.messages where kind = 'booking_links' order by created_at`

test('what is coming is sent to the address of the booking alone, and nobody in a business reads it', async () => {
	const later = await salon.book({ starts_at: at(day + 1, '10:00') }, GITTA)
	const sooner = await salon.book({ starts_at: at(day, '10:00') }, GITTA)
	await salon.book({ starts_at: at(day, '14:00') }, { ...GITTA, email: 'other@example.org' })
	expect(await request(' Gitta@Example.org ')).toBe('')
	const [mail, ...more] = await mails()
	expect(more).toEqual([])
	expect(mail).toMatchObject({ recipient: GITTA.email, company_id: null })
	expect(mail?.appointments.map((each) => each.appointment_id)).toEqual([sooner.id, later.id])
	const seen = await salon.run(salon.user.owner, "select from public.messages where kind = 'booking_links'")
	expect(seen).toHaveLength(0)
})

test('unknown addresses get the same answer and no mail; nor do past, cancelled and account bookings lead anywhere', async () => {
	expect(await request('niemand@example.org')).toBe('')
	const own = await salon.book({ starts_at: at(day, '10:00') }, GITTA)
	await salon.sql`update public.appointments set user_id = ${salon.user.customer} where id = ${own.id}`
	const gone = await salon.book({ starts_at: at(day, '12:00') }, GITTA)
	await salon.sql`update public.appointments set state = 'cancelled' where id = ${gone.id}`
	expect(await request(GITTA.email)).toBe('')
	await salon.book({ starts_at: at(day, '16:00') }, GITTA)
	expect(await request(GITTA.email, undefined, at(day + 1, '10:00'))).toBe('')
	expect(await mails()).toEqual([])
})

test('an address gets three an hour, a place orders twenty, and nonsense is refused', async () => {
	await salon.book({ starts_at: at(day, '10:00') }, GITTA)
	await salon.sql`delete from internal.hold_budget`
	for (let count = 0; count < 5; count++) expect(await request(GITTA.email, '198.51.100.7')).toBe('')
	expect(await mails()).toHaveLength(3)
	for (let count = 0; count < 15; count++) await request(`one${count}@example.org`, '198.51.100.7')
	expect(await codeOf(request('last@example.org', '198.51.100.7'))).toBe('too_many_data_links')
	expect(await codeOf(request(''))).toBe('email_missing')
	expect(await codeOf(request('gitta'))).toBe('email_invalid')
})
