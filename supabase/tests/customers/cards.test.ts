import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCards, loadCardsOf } from '#app/features/appointments/cards.queries.server.ts'
import { findForEdit } from '#app/features/appointments/appointments.queries.server.ts'
import { bookAgain, loadAgain } from '#app/features/customers/again.server.ts'
import { loadCustomer } from '#app/features/customers/customers.queries.server.ts'
import { loadCompanyLooks } from '#app/features/customers/looks.queries.server.ts'
import type { Right } from '#app/features/members/rights.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { at, CONTACT, openSalon, type Salon } from '../booking/salon.ts'
import { openTestServices, type TestServices } from '../services.ts'

// What the pages ask for, through the official client.
let salon: Salon
let services: TestServices
let annas: string
let bens: string
beforeAll(async () => {
	salon = await openSalon()
	services = await openTestServices(salon.url, 10)
	annas = (await salon.book({ starts_at: at(3, '10:00') })).id
	bens = (await salon.book({ starts_at: at(3, '10:00'), employee: salon.ids.ben }, BEN)).id
	await salon.sql`update public.customers set note = 'Trinkt Tee', tags = '{Stamm}', blocked = true`
	await salon.sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
		select company_id, id, 'email', 'privat@example.org' from public.customers where email = ${CONTACT.email}`
})
afterAll(async () => {
	await services.close()
	await salon.close()
})

const BEN = { ...CONTACT, email: 'bens@example.org' }
const member = async (user: string): Promise<Client> => services.client({ token: await services.tokenOf(user) })
const location = () => ({ id: salon.ids.location, time_zone: 'Europe/Berlin' })
const company = () => ({ id: salon.ids.company })

test('names lead to the cards that the reader may open, and appointments tell only what stands there', async () => {
	const cardsFor = async (user: string) => {
		const client = await member(user)
		const byVisit = await loadCards(client, [annas, bens, annas])
		const byAddress = await loadCardsOf(client, salon.ids.company, ['MIA@example.org', 'Privat@example.org', BEN.email])
		return { visits: [...byVisit.keys()], addresses: [...byAddress.keys()].toSorted((a, b) => a.localeCompare(b)) }
	}
	expect(new Set((await cardsFor(salon.user.owner)).visits)).toEqual(new Set([annas, bens]))
	expect((await cardsFor(salon.user.owner)).addresses).toEqual([BEN.email, CONTACT.email, 'privat@example.org'])
	// Anna serves Mia only.
	expect(await cardsFor(salon.user.staff)).toEqual({
		visits: [annas],
		addresses: [CONTACT.email, 'privat@example.org'],
	})
	for (const who of [salon.user.customer, salon.user.foreigner])
		expect(await cardsFor(who)).toEqual({ visits: [], addresses: [] })
	const told = await findForEdit(await member(salon.user.staff), location(), annas)
	expect(told).toMatchObject({
		appointment: { card: expect.any(String) as string },
		customer: { note: 'Trinkt Tee', tags: ['Stamm'], blocked: true },
	})
	// What staff enter themselves opens no file (50_booking/05_customers).
	const made = await salon.call(salon.user.staff, 'create_appointment', {
		...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, notify: false },
		...{ starts_at: at(3, '14:00'), contact: BEN },
	})
	const own = await findForEdit(await member(salon.user.staff), location(), made.id)
	expect(own).toMatchObject({ appointment: { card: null }, customer: null })
})

test('messages on a card are for those who see all calendars', async () => {
	await salon.composeMails()
	const open = async (user: string) => {
		const [row] = await salon.sql`select customer_id as id from public.appointments where id = ${annas}`
		return loadCustomer(await member(user), company(), String(row?.id))
	}
	expect((await open(salon.user.manager)).messages).toMatchObject([
		{ kind: 'appointment_confirmed', recipient: CONTACT.email, appointment_id: annas },
	])
	expect((await open(salon.user.staff)).messages).toEqual([])
	expect((await open(salon.user.staff)).visits).toHaveLength(1)
	const looks = (who: string) =>
		member(who).then((client) => loadCompanyLooks(client, company(), { who: '', what: '', page: 1 }))
	expect((await looks(salon.user.owner)).total).toBe(2)
	expect((await looks(salon.user.manager)).total).toBe(0)
	const owner = await member(salon.user.owner)
	const found = await loadCompanyLooks(owner, company(), { who: 'STAFF@', what: 'card', page: 1 })
	expect(found.rows).toMatchObject([{ who: 'staff@example.org', what: 'card', customer: { name: CONTACT.name } }])
	expect((await loadCompanyLooks(owner, company(), { who: '%', what: '', page: 1 })).total).toBe(0)
})

test('what there was last is offered at two free times, and booked with the same person', async () => {
	await salon.sql`update public.appointments set state = 'completed', starts_at = starts_at - interval '10 days',
		ends_at = ends_at - interval '10 days' where id in (${annas}, ${bens})`
	const again = async (user: string, rights: Right[], visit: string) => {
		const client = await member(user)
		const [row] = await salon.sql`select customer_id as id from public.appointments where id = ${visit}`
		const page = await loadCustomer(client, company(), String(row?.id))
		const who = { client, company: company(), rights, locations: [location()] }
		return { who, customer: String(row?.id), offer: await loadAgain(who, page, new Date()) }
	}
	const manager = await again(salon.user.manager, ['book', 'all_calendars'], annas)
	expect(manager.offer).toMatchObject({ visit: annas, person: 'Anna' })
	expect(manager.offer?.free).toHaveLength(2)
	const [first, second] = manager.offer?.free ?? []
	expect(Date.parse(String(second?.start))).toBeGreaterThan(Date.parse(String(first?.start)))
	const press = (who: typeof manager, fields: Record<string, string>) => {
		const form = new FormData()
		for (const [name, value] of Object.entries({ id: annas, ...fields })) form.set(name, value)
		return bookAgain(who.who, who.customer, form)
	}
	const made = await press(manager, { start: String(second?.start), key: String(second?.key) })
	expect(await press(manager, { start: String(second?.start), key: String(second?.key) })).toEqual(made)
	const id = 'id' in made ? made.id : ''
	expect(
		await salon.sql`select visit.customer_id, line.employee_id, line.service_id from public.appointments visit
			join public.appointment_lines line on line.appointment_id = visit.id where visit.id = ${id}`,
	).toEqual([{ customer_id: manager.customer, employee_id: salon.ids.anna, service_id: salon.ids.cut }])
	expect(await press(manager, { start: String(second?.start), key: crypto.randomUUID() })).toHaveProperty('error')
	// A visit of somebody else is not this customer's.
	await expect(press(manager, { id: bens, start: String(first?.start) })).rejects.toMatchObject({
		init: { status: 404 },
	})

	// Staff book for themselves, and only with the right.
	expect((await again(salon.user.staff, ['book'], annas)).offer).toMatchObject({ visit: annas })
	expect((await again(salon.user.staff, [], annas)).offer).toBeNull()
})
