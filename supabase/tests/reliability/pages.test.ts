import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import type { Database } from '#app/database.types.ts'
import { buildIfNeeded } from '#scripts/build.ts'
import { type ServerProcess, startServerProcess } from '../../../e2e/server-process.ts'
import { type BookableLocation, createBookableLocation } from './bookable-location.ts'

let folder: string
const KEY = 'sb_publishable_finished-pages-test'
const servers: ServerProcess[] = []
let database: EmbeddedPostgres
let place: BookableLocation
let address: string

beforeAll(async () => {
	await buildIfNeeded()
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-pages-'))
	database = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres') })
	const settings = { SEED: 'empty', DATABASE_URL: database.url, SUPABASE_PUBLISHABLE_KEY: KEY }
	for (const name of ['first', 'second']) servers.push(await startServerProcess(path.join(folder, name), settings))
	place = await createBookableLocation(database.url, 20)
	address = `/listings/pruefstand-${place.location.slice(0, 8)}`
}, 180_000)

afterAll(async () => {
	for (const server of servers.reverse()) await server.stop()
	await database?.stop()
	await fs.rm(folder, { recursive: true, force: true })
})

type Answer = { status: number; etag: string | null; html: string; headers: Headers }

async function get(
	server: ServerProcess | undefined,
	headers: Record<string, string> = {},
	page = address,
): Promise<Answer> {
	const answer = await fetch(`${server?.url}${page}`, { headers, redirect: 'manual' })
	return { status: answer.status, etag: answer.headers.get('etag'), html: await answer.text(), headers: answer.headers }
}

/** The first free time on a page, as its button sends it. */
const firstStart = ({ html }: Answer): string => /value="(\d{4}-\d\d-\d\dT[^"]+)"/.exec(html)?.[1] ?? ''

/** Asks until two answers in a row are identical, so that they come from the cache. */
async function cached(server: ServerProcess | undefined, page = address): Promise<Answer> {
	for (let attempt = 0; attempt < 50; attempt++) {
		const [one, other] = [await get(server, {}, page), await get(server, {}, page)]
		if (one.etag && one.etag === other.etag) return other
	}
	throw new Error('The page is never the same.')
}

async function hold(server: ServerProcess | undefined, startsAt: string): Promise<void> {
	const client = createClient<Database>(String(server?.url), KEY, { auth: { persistSession: false } })
	const { error } = await client.rpc('hold_appointment', {
		...{ p_location: place.location, p_services: [place.service], p_starts_at: startsAt },
		p_secret_hash: createHash('sha256').update(randomUUID()).digest('hex'),
	})
	expect(error).toBeNull()
}

it('drops a time from the finished pages of every process within two seconds of its hold', async () => {
	for (const holder of servers) {
		const before = await Promise.all(servers.map((one) => cached(one)))
		const start = firstStart(before[0] as Answer)
		expect(before.map(firstStart)).toEqual([start, start])
		await hold(holder, start)
		const until = performance.now() + 2_000
		let shown = [start]
		while (shown.includes(start) && performance.now() < until)
			shown = (await Promise.all(servers.map((one) => get(one)))).map(firstStart)
		expect(shown).not.toContain(start)
	}
})

it('shows a time again within two seconds after its appointment was deleted', async () => {
	const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
	try {
		const start = firstStart(await cached(servers[0]))
		await hold(servers[0], start)
		const [booked] = await sql<{ id: string }[]>`
			with held as (delete from holds where location_id = ${place.location} and starts_at = ${start} returning *)
			insert into appointments (id, company_id, location_id, state, starts_at, ends_at, contact_name, total_cents)
			select id, company_id, location_id, 'confirmed', starts_at, ends_at, 'Prüferin', total_cents from held returning id`
		await sql`update occupancies set expires_at = null where source = ${String(booked?.id)}`
		const until = async (shown: boolean): Promise<boolean> => {
			for (const end = performance.now() + 2_000; performance.now() < end;) {
				const starts = (await Promise.all(servers.map((one) => get(one)))).map(firstStart)
				if (starts.every((one) => (one === start) === shown)) return true
			}
			return false
		}
		expect(await until(false)).toBe(true)
		await Promise.all(servers.map((one) => cached(one)))
		await sql`delete from appointments where id = ${String(booked?.id)}`
		expect(await until(true)).toBe(true)
	} finally {
		await sql.end()
	}
})

it('drops only the pages of a location and the lists it is in when it saves hours, people, absences or its company', async () => {
	const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
	const other = await createBookableLocation(database.url, 1)
	const otherAddress = `/listings/pruefstand-${other.location.slice(0, 8)}`
	const [employee = ''] = place.employees
	const list = '/listings?wo=Berlin'
	const changes: Record<string, () => Promise<unknown>> = {
		hours: () =>
			sql.begin(async (tx) => {
				await tx`delete from working_hours where employee_id = ${employee} and weekday = 1`
				await tx`insert into working_hours (employee_id, weekday, starts, ends) values (${employee}, 1, '08:00', '20:00')`
			}),
		'hours that are gone': () => sql`delete from working_hours where employee_id = ${employee} and weekday = 2`,
		'a person of a service': () => sql`delete from employee_services where service_id = ${place.service}`,
		'a person of a service again': () => sql`insert into employee_services (employee_id, service_id, location_id)
			values (${employee}, ${place.service}, ${place.location})`,
		'an absence': () => sql`insert into exceptions (location_id, kind, starts_at, ends_at)
			values (${place.location}, 'closed', current_date + 60, current_date + 61)`,
		'an absence that is over': () => sql`delete from exceptions where location_id = ${place.location}`,
		'the company': () => sql`update companies set phone = '030 1' where id =
			(select company_id from locations where id = ${place.location})`,
	}
	try {
		// Near enough to be in the list of Berlin; the other location is too far away to be shown as similar.
		await sql`update locations set postal_code = '10115', city = 'Berlin', latitude = 52.53, longitude = 13.38,
			city_id = (select city_id from postal_codes where code = '10115') where id = ${place.location}`
		await sql`update locations set latitude = 48.14, longitude = 11.58 where id = ${other.location}`
		let round = 0
		for (const [what, change] of Object.entries(changes)) {
			await Promise.all([cached(servers[0]), cached(servers[0], otherAddress)])
			// The name of a category sends no notification, so it shows which pages were made anew.
			const name = `Bereich ${++round}`
			await sql`update categories set name = ${name} where id = (select category_id from services where id = ${place.service})`
			await change()
			await expect.poll(async () => (await get(servers[0])).html.includes(name), { timeout: 2_000 }).toBe(true)
			const after = await get(servers[0], {}, otherAddress)
			expect([what, after.html.includes(name), after.etag === null]).toEqual([what, false, false])
		}
		expect(firstStart(await cached(servers[0], list))).not.toBe('')
		await sql`delete from working_hours where employee_id = ${employee}`
		await expect.poll(async () => firstStart(await get(servers[0], {}, list)), { timeout: 2_000 }).toBe('')
	} finally {
		await sql.end()
	}
})

it('answers 304 to clients that have the page, in each encoding, and tells proxies to ask', async () => {
	const page = await cached(servers[0])
	expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
	expect(page.headers.get('vary')).toBe('Cookie, Accept-Encoding')
	expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
	const tags = new Set<string>()
	for (const encoding of ['br', 'gzip', 'identity']) {
		const answer = await get(servers[0], { 'accept-encoding': encoding })
		expect(answer.html).toBe(page.html)
		const again = await get(servers[0], { 'accept-encoding': encoding, 'if-none-match': `W/${answer.etag}` })
		expect([again.status, again.html, again.etag]).toEqual([304, '', answer.etag])
		tags.add(String(answer.etag))
	}
	expect(tags.size).toBe(3)
	expect((await get(servers[0], { 'if-none-match': '"other"' })).status).toBe(200)
})

it('neither gives finished pages to visitors with a session or a hold nor takes them from such visitors', async () => {
	await cached(servers[0])
	for (const cookie of ['zeitplatz-auth=base64-e30', 'zeitplatz-hold=x', 'zeitplatz-theme=dark; zeitplatz-auth.0=x']) {
		expect([cookie, (await get(servers[0], { cookie })).etag]).toEqual([cookie, null])
	}
	// The first to ask for the dark page has a session cookie, so that answer must not be kept.
	const dark = await get(servers[0], { cookie: 'zeitplatz-theme=dark' })
	expect(dark.html).toContain('data-theme="dark"')
	expect(dark.html).not.toContain('Mein Bereich')
	expect((await get(servers[0])).html).toContain('data-theme="light"')
})

it('asks the application for every page that is not public', async () => {
	const request = async (path: string): Promise<[number, string | null]> => {
		const answer = await fetch(`${servers[0]?.url}${path}`, { redirect: 'manual' })
		await answer.arrayBuffer()
		return [answer.status, answer.headers.get('etag')]
	}
	expect(await request('/gibt-es-nicht')).toEqual([404, null])
	expect(await request(`/listings/${place.location}`)).toEqual([301, null])
	expect((await request('/admin/calendar'))[0]).toBe(302)
	expect(await request('/auth/login')).toEqual([200, null])
})
