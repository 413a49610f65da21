import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#app/database.types.ts'
import { callAs } from '../platform/caller.ts'
import { type Lease, openSandboxes, type Sandboxes } from './world.ts'

let world: Sandboxes
let lease: Lease
let other: Lease
let visitor: SupabaseClient<Database>
let stranger: SupabaseClient<Database>
let place = ''
let slug = ''
beforeAll(async () => {
	world = await openSandboxes()
	await world.prepare()
	await world.prepare()
	lease = (await world.lease()) as Lease
	other = (await world.lease()) as Lease
	visitor = await world.visitor(lease)
	stranger = await world.visitor(other)
	const [found] = await world.sql`select id, slug from public.locations where company_id = ${lease.company_id}`
	place = String(found?.id)
	slug = String(found?.slug)
})
afterAll(() => world.close())

const tomorrow = (days = 1): string => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()
const refusal = (call: PromiseLike<{ error: { message: string } | null }>) => call.then(({ error }) => error?.message)

/** A service that one person can give, and its first free start. */
async function firstFree(client = visitor) {
	const { data: services } = await client
		.from('services')
		.select('id')
		.eq('location_id', place)
		.eq('name', 'Waschen, Schneiden, Stylen')
	const service = services?.[0]?.id ?? ''
	const { data } = await client.rpc('list_starts', {
		...{ p_location: place, p_services: [service], p_from: tomorrow(1), p_to: tomorrow(7) },
	} as never)
	const starts = (data ?? []) as { starts_at: string }[]
	return { service, starts }
}

test('its visitor books there for real, and the mails stay to be read', async () => {
	const { service, starts } = await firstFree()
	expect(starts.length).toBeGreaterThan(3)
	const held = await visitor.rpc('hold_appointment', {
		...{
			p_location: place,
			p_services: [service],
			p_starts_at: starts[0]?.starts_at ?? '',
			p_idempotency_key: randomUUID(),
		},
	} as never)
	expect(held.error).toBeNull()
	const { id } = held.data as unknown as { id: string }
	const contact = { name: 'Kim Neu', email: 'kim@example.org', phone: '0171 3920099' }
	const booked = await visitor.rpc('confirm_appointment', { p_appointment: id, p_contact: contact } as never)
	expect(booked.error).toBeNull()
	expect(await world.sql`select from internal.hold_budget`).toEqual([])
	const counted = await world.sql`select subject from internal.mail_counts`
	expect(counted.length).toBeGreaterThan(3)
	expect(counted.filter(({ subject }) => !String(subject).startsWith('in sandbox '))).toEqual([])
	await world.server.rpc('claim_messages', {})
	const mails =
		await world.sql`select kind, state, last_error, recipient from public.messages where company_id = ${lease.company_id}`
	expect(mails).toContainEqual({
		kind: 'appointment_confirmed',
		state: 'skipped',
		last_error: 'sandbox',
		recipient: 'kim@example.org',
	})
	expect(mails.filter(({ state }) => state !== 'skipped')).toEqual([])
	// Its visitor reads it, and nobody else's.
	const inbox = (user: string) => world.server.rpc('sandbox_messages', { p_user: user })
	expect((await inbox(lease.user_id)).data).toContainEqual(
		expect.objectContaining({ kind: 'appointment_confirmed', recipient: 'kim@example.org' }),
	)
	expect((await inbox(other.user_id)).data).toEqual([])
	expect((await inbox(randomUUID())).data).toEqual([])
	// Nothing sends it again.
	await world.sql`update public.messages set state = 'queued', next_attempt_at = now()`
	expect((await world.server.rpc('claim_messages', {})).data).toEqual([])
	expect(await world.sql`select from public.messages where state <> 'skipped'`).toEqual([])
	// Nor does it belong to whoever owns the address.
	const user = randomUUID()
	await world.sql`insert into auth.users (id, email, email_confirmed_at) values (${user}, 'kim@example.org', now())`
	await world.sql`update public.appointments set user_id = null where id = ${id}`
	const owner = world.services.client({ token: await world.services.tokenOf(user) })
	expect((await owner.rpc('own_guest_bookings')).data).toEqual([])
	await world.services.client().rpc('request_booking_links', { p_email: 'kim@example.org' })
	expect(await world.sql`select from public.messages where kind = 'booking_links'`).toEqual([])
})

test('nobody else finds it, opens it or books there', async () => {
	for (const client of [world.services.client(), stranger]) {
		expect((await client.from('locations').select('id').eq('id', place)).data).toEqual([])
		expect((await client.from('services').select('id').eq('location_id', place)).data).toEqual([])
		expect((await client.from('employees').select('id').eq('location_id', place)).data).toEqual([])
		expect((await client.from('companies').select('id').eq('id', lease.company_id)).data).toEqual([])
		expect((await client.from('appointments').select('id').eq('location_id', place)).data ?? []).toEqual([])
		expect(JSON.stringify((await client.rpc('location_by_slug', { p_key: slug })).data)).not.toContain(place)
		const { service, starts } = await firstFree()
		const secret = client === stranger ? {} : { p_secret_hash: 'a'.repeat(64) }
		const hold = { p_location: place, p_services: [service], p_starts_at: starts[5]?.starts_at ?? '', ...secret }
		expect(await refusal(client.rpc('hold_appointment', hold as never))).toMatch(/not_found|not_bookable|not_in_demo/)
		expect(
			(
				await client.rpc('list_starts', {
					p_location: place,
					p_services: [service],
					p_from: tomorrow(),
					p_to: tomorrow(3),
				} as never)
			).data,
		).toEqual([])
		expect(JSON.stringify((await client.rpc('find_events', {} as never)).data)).not.toContain(place)
		const [course] = await world.sql`select id from public.events where location_id = ${place}`
		expect(await refusal(client.rpc('hold_seats', { p_event: course?.id, ...secret } as never))).toBe('event_not_found')
		expect((await client.rpc('upcoming_events', { p_location: place } as never)).data).toEqual([])
	}
	expect(await world.sql`select from internal.listings where location_id = ${place}`).toEqual([])
	expect(await world.sql`select from internal.calendars where location_id = ${place}`).toEqual([])
	expect(
		await world.sql`select from internal.counted_locations where location_id = ${place} and cardinality(names) > 0`,
	).toEqual([])
	expect(await world.sql`select from internal.suggestions where source = ${`location ${place}`}`).toEqual([])
	await world.server.rpc('extend_availability', {})
	await world.server.rpc('rebuild_availability', {})
	expect(await world.sql`select from internal.listings where location_id = ${place}`).toEqual([])
	expect(JSON.stringify((await visitor.rpc('location_by_slug', { p_key: slug })).data)).toContain(place)
})

test('it reaches no real business and no real person', async () => {
	const { real } = world
	const starts_at = `${tomorrow()}T12:00:00Z`
	const hold = {
		p_location: real.location,
		p_services: [real.services[0]],
		p_starts_at: starts_at,
		p_secret_hash: 'b'.repeat(64),
	}
	expect(await refusal(visitor.rpc('hold_appointment', hold as never))).toBe('not_in_demo')
	expect(await refusal(world.services.client().rpc('hold_appointment', hold as never))).toBeUndefined()
	expect(await refusal(visitor.rpc('keep_favourites', { p_locations: [real.location] }))).toBe('not_in_demo')
	expect(
		await refusal(
			visitor.rpc('invite_member', {
				p_company: lease.company_id,
				p_email: 'opfer@example.org',
				p_role: 'staff',
			} as never),
		),
	).toBe('not_in_demo')
	expect(await refusal(visitor.rpc('create_company', { p_name: 'Noch eine' }))).toBe('not_in_demo')
	expect(await refusal(visitor.rpc('request_account_deletion'))).toBe('last_owner')
	expect(await refusal(visitor.rpc('ask_for_export', { p_company: lease.company_id } as never))).toBe('not_in_demo')
	for (const company of [other.company_id, real.company]) {
		expect((await visitor.from('customers').select('id').eq('company_id', company)).data).toEqual([])
		expect((await visitor.from('companies').update({ name: 'Meins' }).eq('id', company).select('id')).data).toEqual([])
		expect((await visitor.from('messages').select('id').eq('company_id', company)).data).toEqual([])
	}
	expect((await visitor.rpc('list_matching_orders' as never, {} as never)).data ?? []).toEqual([])
	for (const verb of ['lease_sandbox', 'reset_sandbox', 'reset_sandboxes', 'prepare_sandbox'] as const)
		expect((await visitor.rpc(verb as never, {} as never)).error).not.toBeNull()
	const windows = [{ first: tomorrow(2), last: tomorrow(9), weekdays: [1, 2, 3, 4, 5, 6, 7], from: 480, to: 1200 }]
	const draft = {
		p_order: {
			category: 'friseur',
			title: 'Schnitt',
			text: '',
			persons: 1,
			place: 'Berlin',
			latitude: 52.5,
			longitude: 13.4,
			radius_km: 5,
			windows,
		},
	}
	expect((await visitor.rpc('save_search_order_draft', draft as never)).error).not.toBeNull()
	expect(await world.sql`select from public.search_orders`).toEqual([])
})

test('the operator does not see it, nobody reports it, and no rule of it answers orders', async () => {
	const { sql, real } = world
	const user = randomUUID()
	await sql`insert into auth.users (id, email, email_confirmed_at) values (${user}, 'betrieb@example.org', now())`
	await sql`insert into internal.operators (user_id, role) values (${user}, 'admin')`
	const as = <T = unknown>(verb: string, args: Record<string, unknown> = {}) => callAs<T>(sql, user, verb, args)
	expect((await as<{ id: string }[]>('operator_companies')).map(({ id }) => id)).toEqual([real.company])
	await expect(as('operator_company', { company: lease.company_id })).rejects.toThrow('company_not_found')
	const suspending = { company: lease.company_id, facts: 'Warum auch immer.', basis: 'terms' }
	await expect(as('operator_suspend_company', suspending)).rejects.toThrow('company_not_found')
	await world.server.rpc('keep_reports', { p_limit: 5000 })
	expect(await sql`select from internal.report_days where location_id = ${place} and visits > 0`).not.toEqual([])
	const figures = await as<{ companies: unknown; visits: unknown }>('operator_figures')
	expect(figures).toMatchObject({ companies: { total: 1, published: 1 }, visits: { total: 0 } })
	expect(await refusal(visitor.rpc('get_report_target', { p_kind: 'listing', p_target: place }))).toBe(
		'target_not_found',
	)
	await expect(
		sql`insert into public.offers (order_id, company_id, location_id) values (${randomUUID()}, ${lease.company_id}, ${place})`,
	).rejects.toThrow('not_in_demo')
})

test('its rows cannot be moved to or from another company', async () => {
	const as = (user: string, text: string) =>
		world.sql.begin(async (sql) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user, role: 'authenticated' })}, true)`
			await sql.unsafe(text)
		})
	const insert = (table: string, columns: string, values: string) =>
		`insert into ${table} (${columns}) values (${values})`
	for (const text of [
		insert('public.members', 'company_id, user_id, role', `'${world.real.company}', '${lease.user_id}', 'staff'`),
		insert('public.members', 'company_id, user_id, role', `'${lease.company_id}', '${other.user_id}', 'staff'`),
		insert('public.second_factor_duties', 'company_id, from_role', `'${lease.company_id}', 'staff'`),
		`update public.companies set goes_at = now(), state = 'closed' where id = '${lease.company_id}'`,
	])
		await expect(as(lease.user_id, text)).rejects.toThrow('not_in_demo')
})

test('it publishes itself to nobody', async () => {
	const change = (row: object) =>
		visitor
			.from('companies')
			.update(row as never)
			.eq('id', lease.company_id)
	expect((await change({ sandbox: false })).error?.code).toBe('42501')
	expect((await change({ state: 'active' })).error?.code).toBe('42501')
	expect((await visitor.rpc('publish_location', { p_location: place })).error).toBeNull()
	expect((await visitor.from('locations').update({ slug: 'jetzt-sichtbar' }).eq('id', place)).error).toBeNull()
	await world.server.rpc('rebuild_availability', {})
	await world.server.rpc('advance_suggestions', {})
	expect(await world.sql`select from internal.listings where location_id = ${place}`).toEqual([])
	expect(await world.sql`select from internal.suggestions where source = ${`location ${place}`}`).toEqual([])
	expect(await world.sql`select internal.is_listed(${place}) as listed`).toEqual([{ listed: false }])
	expect((await world.services.client().from('locations').select('id').eq('slug', 'jetzt-sichtbar')).data).toEqual([])
	await world.sql`update public.locations set slug = ${slug} where id = ${place}`
})

test('its files have 5 MB together, also when they are replaced', async () => {
	const bucket = visitor.storage.from('location-images')
	const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
	const file = (megabytes: number) => Buffer.concat([PIXEL, Buffer.alloc(megabytes * 1_000_000)])
	const options = { contentType: 'image/webp' }
	const put = (name: string, megabytes: number) => bucket.upload(`${place}/${name}.webp`, file(megabytes), options)
	const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
	expect((await put(one, 2)).error).toBeNull()
	expect((await put(two, 2)).error).toBeNull()
	expect((await put(three, 2)).error).not.toBeNull()
	expect((await bucket.update(`${place}/${two}.webp`, file(4), options)).error).not.toBeNull()
	expect((await bucket.upload(`${place}/${two}.webp`, file(4), { ...options, upsert: true })).error).not.toBeNull()
	const atOnce = await Promise.all(Array.from({ length: 6 }, () => put(randomUUID(), 1)))
	expect(atOnce.filter(({ error }) => error === null)).toHaveLength(1)
	const [kept] =
		await world.sql`select sum((metadata ->> 'size')::integer)::integer as bytes from storage.objects where name like ${`${place}/%`}`
	expect(kept?.bytes).toBeLessThanOrEqual(5_242_880)
	const [guest] = await world.sql`select id from public.customers where company_id = ${lease.company_id} limit 1`
	const attach = (bytes: number) =>
		world.sql.begin(async (sql) => {
			const claims = JSON.stringify({ role: 'authenticated', sub: lease.user_id, aal: 'aal1' })
			await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
			return sql`select public.add_customer_file(${lease.company_id}, ${guest?.id}, 'Bild', 'image/webp', ${bytes})`
		})
	await expect(attach(6_000_000)).rejects.toThrow(/demo_full/)
	const files = await Promise.allSettled(Array.from({ length: 6 }, () => attach(2_000_000)))
	expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('its visitor is no partner, and uses up no counts of others', async () => {
	const [terms] = await world.sql`select (public.current_partner_terms()).hash`
	expect(await refusal(visitor.rpc('join_partners', { p_terms: String(terms?.hash) }))).toBe('not_in_demo')
	const spend = (kind: string, sub: string = randomUUID()) =>
		world.sql.begin(async (sql) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub, role: 'authenticated' })}, true)`
			const [used] =
				await sql`select internal.spend(internal.recipient_budgets('opfer@example.org', 2, 10, ${kind})) as over`
			return used?.over === null
		})
	for (const kind of ['booking', 'move'])
		for (const allowed of [true, true, false]) expect(await spend(kind, lease.user_id)).toBe(allowed)
	for (const kind of ['booking', 'move']) {
		expect(await spend(kind, other.user_id)).toBe(true)
		expect(await spend(kind)).toBe(true)
	}
	// What it writes to the operator is answered by a real mail.
	for (const allowed of [true, true]) expect(await spend('contact', lease.user_id)).toBe(allowed)
	expect(await spend('contact')).toBe(false)
})

test('its account keeps its address and password', async () => {
	const admin = world.server.auth.admin
	const { data } = await admin.generateLink({ type: 'magiclink', email: lease.email })
	const signedIn = world.services.client()
	const opened = await signedIn.auth.verifyOtp({ type: 'magiclink', token_hash: data.properties?.hashed_token ?? '' })
	expect(opened.error).toBeNull()
	expect(opened.data.user?.id).toBe(lease.user_id)
	for (const change of [
		{ email: 'opfer@example.org' },
		{ password: 'ein-langes-neues-Wort-42' },
		{ phone: '+491713920042' },
	])
		expect((await signedIn.auth.updateUser(change)).error).not.toBeNull()
	expect((await signedIn.auth.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull()
	expect(
		await world.sql`select email, email_change, encrypted_password from auth.users where id = ${lease.user_id}`,
	).toMatchObject([{ email: lease.email, email_change: '' }])
	expect(await world.sql`select from public.messages where recipient = 'opfer@example.org'`).toEqual([])
	// The token lives on after the lease, and opens nothing.
	const late = await world.visitor(lease)
	await world.server.rpc('reset_sandbox', { p_user: lease.user_id })
	for (const client of [signedIn, late]) {
		expect((await client.from('customers').select('id')).data ?? []).toEqual([])
		expect((await client.from('locations').select('id').eq('id', place)).data ?? []).toEqual([])
		expect((await client.from('messages').select('id')).data ?? []).toEqual([])
	}
	expect((await world.server.rpc('reset_sandbox', { p_user: randomUUID() })).data).toBe(false)
})
