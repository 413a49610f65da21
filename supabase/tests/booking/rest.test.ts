import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServices, type TestServices } from '../services.ts'
import { CONTACT, at, hashOf, openSalon, type Salon } from './salon.ts'

// The verbs as the app calls them, through the official client.
let salon: Salon
let services: TestServices

beforeAll(async () => {
	salon = await openSalon()
	services = await openTestServices(salon.url, 10)
})
afterAll(async () => {
	await services.close()
	await salon.close()
})

const member = async (user: string) => services.client({ token: await services.tokenOf(user) })

test('a guest holds, books, sees and cancels', async () => {
	const guest: SupabaseClient = services.client()
	const rpc = (name: string, args: object) => guest.rpc(name, args)
	const secret = randomUUID()
	const { location, cut, anna } = salon.ids
	const wish = {
		p_location: location,
		p_services: [cut],
		p_employee: anna,
		p_starts_at: at(3, '10:00'),
		p_secret_hash: hashOf(secret),
	}
	const held = (await rpc('hold_appointment', wish)).data as { id: string }
	// Whether a refusal is returned or raised, the caller gets the same error.
	const taken = { status: 400, data: null, error: { code: 'P0001', message: 'slot_taken', details: '', hint: null } }
	expect(await rpc('hold_appointment', { ...wish, p_secret_hash: hashOf('x') })).toMatchObject(taken)
	const within = { ...wish, p_starts_at: at(3, '10:15'), p_secret_hash: hashOf('x') }
	expect(await rpc('hold_appointment', within)).toMatchObject(taken)
	const open = { p_appointment: held.id, p_secret: secret }
	expect((await rpc('confirm_appointment', { ...open, p_contact: CONTACT })).data).toMatchObject({ state: 'confirmed' })
	expect((await rpc('get_booking', open)).data).toMatchObject({ contact: CONTACT, can_cancel: true })
	expect((await rpc('get_booking', { ...open, p_secret: 'x' })).error).toMatchObject({
		message: 'appointment_not_found',
	})
	expect((await rpc('cancel_appointment', open)).data).toMatchObject({ state: 'cancelled' })
	expect((await rpc('claim_messages', {})).error).toMatchObject({ code: '42501' })
})

test('a treatment needs the demand for an early start; everybody can read its words and nobody can change them', async () => {
	const [guest, manager, server] = [
		services.client(),
		await member(salon.user.manager),
		services.client({}, services.keys.secret),
	]
	const secret = randomUUID()
	const { location, massage, anna } = salon.ids
	const wish = { p_location: location, p_services: [massage], p_employee: anna, p_starts_at: at(3, '15:00') }
	const held = (await guest.rpc('hold_appointment', { ...wish, p_secret_hash: hashOf(secret) })).data as { id: string }
	const open = { p_appointment: held.id, p_secret: secret }
	const asked = (await guest.rpc('get_booking', open)).data as { early_start: { hash: string; text: string } }
	const confirm = (early_start: string) =>
		guest.rpc('confirm_appointment', { ...open, p_contact: CONTACT, p_early_start: early_start })
	expect((await confirm('')).error).toMatchObject({ code: 'P0001', message: 'early_start_missing' })
	expect((await confirm(asked.early_start.hash)).data).toMatchObject({ state: 'confirmed' })
	const kept = await manager.from('early_starts').select('text_hash').eq('appointment_id', held.id)
	expect(kept.data).toEqual([{ text_hash: asked.early_start.hash }])
	for (const one of [guest, manager, server]) {
		const words = await one.from('consent_texts').select('text, kind').eq('hash', asked.early_start.hash)
		expect(words.data).toEqual([{ kind: 'early_start', text: asked.early_start.text }])
		const row = { hash: hashOf('Ja'), kind: 'early_start', version: 2, text: 'Ja' }
		expect((await one.from('consent_texts').insert(row)).error?.code).toBe('42501')
		expect((await one.from('consent_texts').update({ version: 3 }).gt('version', 0)).error?.code).toBe('42501')
		expect((await one.from('consent_texts').delete().gt('version', 0)).error?.code).toBe('42501')
		if (one === server) continue
		expect((await one.from('early_starts').delete().eq('appointment_id', held.id)).error?.code).toBe('42501')
		expect((await one.from('early_starts').update({ text_hash: '' }).eq('appointment_id', held.id)).error?.code).toBe(
			'42501',
		)
	}
	// Not even the owner of the database can.
	for (const change of ['update public.consent_texts set version = 9', 'truncate public.consent_texts cascade'])
		expect(await salon.sql.unsafe(change).catch((error: Error) => error.message)).toBe('consent_texts is append only')
})

test('members read and write their own rows, by column names', async () => {
	const manager = await member(salon.user.manager)
	const foreigner = await member(salon.user.foreigner)
	const { id } = await salon.book({ starts_at: at(4, '10:00') })
	const mine = await manager.from('appointments').select('id, state, appointment_lines(service_name)').eq('id', id)
	expect(mine.data).toEqual([{ id, state: 'confirmed', appointment_lines: [{ service_name: 'Schnitt' }] }])
	expect((await foreigner.from('appointments').select('id')).data).toEqual([])
	expect(
		(await manager.from('employees').select('id, name, active').eq('location_id', salon.ids.location)).data,
	).toHaveLength(2)
	expect((await manager.from('employees').select('user_id')).error?.code).toBe('42501')
	const changed = await manager
		.from('services')
		.update({ price_cents: 1 })
		.eq('id', salon.ids.nails)
		.select('price_cents')
	expect(changed.data).toEqual([{ price_cents: 1 }])
	const foreign = await foreigner
		.from('services')
		.update({ price_cents: 2 })
		.eq('id', salon.ids.nails)
		.select('price_cents')
	expect(foreign.data).toEqual([])
})

test('100 guests want one slot through HTTP: one gets it', async () => {
	const wish = {
		p_location: salon.ids.location,
		p_services: [salon.ids.cut],
		p_employee: salon.ids.ben,
		p_starts_at: at(5, '10:00'),
	}
	const guest = services.client()
	const results = await Promise.all(
		Array.from({ length: 100 }, (_, index) =>
			guest.rpc('hold_appointment', { ...wish, p_secret_hash: hashOf(`${index}`) }),
		),
	)
	expect(results.filter(({ error }) => error === null)).toHaveLength(1)
	expect(results.filter(({ error }) => error?.message === 'slot_taken')).toHaveLength(99)
	expect(await salon.overlaps()).toBe(0)
})
