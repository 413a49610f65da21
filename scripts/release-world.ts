import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import sharp from 'sharp'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { BIKE_WORKSHOP, DEMO_PASSWORD, DRAFT, MIA, SALON_ANNA } from '#supabase/seeds/demo/cast.ts'
import { settleSuggestions } from '#supabase/seeds/suggestions.ts'
import { readConfig } from '../server/config.ts'
import { type OpenServices, openServices } from '../server/services.ts'

// `npm run release:world`: saves a small world made by this source, for supabase/tests/releases/<version>. The tests of all later
// releases upgrade it. Run once per release; CONTRIBUTING.md says when.
const ROOT = path.join(import.meta.dirname, '..')
const KEPT_DAYS = 4

const { version } = JSON.parse(await fs.readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
const target = path.join(ROOT, 'supabase', 'tests', 'releases', version)
const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-world-'))
try {
	await fill(path.join(folder, 'data'))
	const made = await save(path.join(folder, 'data'), path.join(folder, 'backups'))
	await fs.rm(target, { recursive: true, force: true })
	await fs.cp(made, target, { recursive: true })
	// The texts of migrations are stored elsewhere permanently; supabase/tests/reliability/released-worlds.ts puts them
	// back.
	for (const part of ['migrations', 'services']) await fs.rm(path.join(target, part), { recursive: true })
	process.stdout.write(`${path.relative(ROOT, target)}\n`)
} finally {
	await fs.rm(folder, { recursive: true, force: true })
}

async function fill(dataDir: string): Promise<void> {
	const config = readConfig({ DATA_DIR: dataDir, SEED: 'demo', RATE_LIMITS: 'false' })
	const options = { siteUrl: 'http://localhost:9997', mailer: { send: async () => undefined }, log: () => undefined }
	const services = await openServices(config, options)
	try {
		// Takes over the server of the open services, so there is nothing to stop.
		const { url } = await startEmbeddedPostgres({ dir: path.join(dataDir, 'postgres') })
		const sql = postgres(url, { max: 1, onnotice: () => undefined })
		await thinOut(sql)
		await visit(services.supabase, sql)
		await settleSuggestions(sql)
		const wrong = await sql`select * from internal.index_differences()`
		if (wrong.length > 0) throw new Error(`The index of free time has ${wrong.length} differences.`)
		await sql.end()
	} finally {
		await services.close()
	}
}

/** Keeps three businesses, three weeks of appointments, one picture each, and the reference data that they use. */
async function thinOut(sql: Sql): Promise<void> {
	const companies = [SALON_ANNA.companyId, BIKE_WORKSHOP.companyId, DRAFT.companyId]
	await sql`delete from public.appointments where starts_at not between now() - ${KEPT_DAYS} * interval '1 day' and now()
		+ ${KEPT_DAYS} * interval '1 day' or location_id not in (select id from public.locations where company_id = any(${companies}))`
	await sql`delete from public.companies where id <> all(${companies})`
	await sql`delete from public.customers c where user_id is null
		and not exists (select from public.appointments where customer_id = c.id)`
	await sql`delete from auth.users u where id <> ${MIA.userId} and not exists (select from public.members where user_id = u.id)
		and not exists (select from public.appointments where user_id = u.id)`
	await sql`delete from public.location_images i where exists (select from public.location_images earlier
		where earlier.location_id = i.location_id and earlier.position < i.position)`
	await sql`delete from storage.objects o where not exists (select from public.location_images where path = o.name)`
	await sql`delete from public.postal_codes where city_id not in (select city_id from public.locations where city_id is not null)
		or code not in (select postal_code from public.locations)`
	await sql`delete from public.districts d where not exists (select from public.locations where city_id = d.city_id)`
	await sql`delete from public.search_orders wish where not exists (select from public.locations where city_id = wish.city_id)`
	await sql`delete from public.cities c where not exists (select from public.locations where city_id = c.id)`
}

/** Adds the traces of an ordinary day: a sign-in, small pictures, a guest's booking, an unconfirmed hold. */
async function visit({ url, publishableKey, secretKey, fetch }: OpenServices['supabase'], sql: Sql): Promise<void> {
	const options = { global: { fetch }, auth: { persistSession: false } }
	const [guest, admin] = [createClient(url, publishableKey, options), createClient(url, secretKey, options)]
	const { email } = SALON_ANNA.owner
	const visitor = createClient(url, publishableKey, options)
	const { error } = await visitor.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
	if (error) throw error
	const small = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a9' } })
		.webp()
		.toBuffer()
	for (const { bucket_id, name } of await sql<
		{ bucket_id: string; name: string }[]
	>`select bucket_id, name from storage.objects`) {
		done(await admin.storage.from(bucket_id).update(name, small, { contentType: 'image/webp' }))
	}
	const wish = { p_location: SALON_ANNA.locationId, p_services: [SALON_ANNA.cut.serviceId] }
	const secrets = [randomUUID(), randomUUID()]
	const held: { id: string }[] = []
	for (const secret of secrets) {
		// Anew, since the first hold can take the next free time as well.
		const [next] = done(await guest.rpc('next_starts', { ...wish, p_limit: 1 })) as { starts_at: string }[]
		const hash = createHash('sha256').update(secret).digest('hex')
		const start = { p_starts_at: next?.starts_at, p_secret_hash: hash }
		held.push(done(await guest.rpc('hold_appointment', { ...wish, ...start })) as { id: string })
	}
	const contact = { name: 'Jörg Weiß', email: 'joerg.weiss@gast.example', phone: '' }
	done(await guest.rpc('confirm_appointment', { p_appointment: held[0]?.id, p_secret: secrets[0], p_contact: contact }))
}

function done<T>({ data, error }: { data: T; error: Error | null }): T {
	if (error) throw error
	return data
}

async function save(dataDir: string, backups: string): Promise<string> {
	const script = path.join(ROOT, 'scripts', 'backup.ts')
	const env = { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_DIR: backups }
	const done = spawnSync(process.execPath, [script], { cwd: ROOT, env, encoding: 'utf8' })
	if (done.status !== 0) throw new Error(done.stderr)
	process.stdout.write(done.stdout)
	return path.join(backups, (await fs.readdir(backups))[0] ?? '')
}
