import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { decodeProtectedHeader } from 'jose'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Keys } from '#backend/context.ts'
import postgres from '#backend/postgres/driver.ts'
import { readConfig } from './config.ts'
import { SALON_ANNA } from '#supabase/seeds/demo/cast.ts'
import { type OpenServices, openServices } from './services.ts'

const LOGIN = { email: 'vera@example.org', password: 'a long enough pass' }

let folder: string
let first: OpenServices

beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-services-'))
	first = await open({ DATA_DIR: path.join(folder, 'first') })
})

afterAll(async () => {
	await first.close()
	await fs.rm(folder, { recursive: true, force: true })
})

it('a process given the address of an embedded database shares its keys and disturbs nothing', async () => {
	const second = await open({ DATA_DIR: path.join(folder, 'second'), DATABASE_URL: await embeddedUrl() })
	try {
		expect(second.supabase).toMatchObject(keysOf(first))
		// New connections of both still succeed: neither has changed the other's password.
		for (const services of [first, second, first]) {
			const many = Array.from({ length: 25 }, () => clientOf(services).from('federal_states').select('code').limit(1))
			for (const { error } of await Promise.all(many)) expect(error).toBeNull()
		}
		await clientOf(first, 'secretKey').auth.admin.createUser({ ...LOGIN, email_confirm: true })
		const { data } = await clientOf(first).auth.signInWithPassword(LOGIN)
		expect((await clientOf(second).auth.getUser(data.session?.access_token)).data.user?.email).toBe(LOGIN.email)
	} finally {
		await second.close()
	}
	expect(await keysFile('second')).toEqual(await keysFile('first'))
})

it('a rotated key signs after the next start, in every process and in the data folder', async () => {
	const before = await keysFile('first')
	const { data } = await clientOf(first).auth.signInWithPassword(LOGIN)
	// Rotates the key while the server runs, as a person would.
	await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '..', 'scripts', 'keys-rotate.ts')], {
		env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'first') },
	})
	const rotated = await keysFile('first')
	expect(rotated.signing).toEqual(before.standby)
	expect(rotated.database).toBe(before.database)
	await first.close()
	first = await open({ DATA_DIR: path.join(folder, 'first') })
	const again = await clientOf(first).auth.signInWithPassword(LOGIN)
	expect(decodeProtectedHeader(String(again.data.session?.access_token)).kid).toBe(rotated.signing.kid)
	expect((await clientOf(first).auth.getUser(data.session?.access_token)).error).toBeNull()
	const second = await open({ DATA_DIR: path.join(folder, 'second'), DATABASE_URL: await embeddedUrl() })
	await second.close()
	expect(await keysFile('second')).toEqual(rotated)
})

it('opens no database with the demo, whose passwords everybody knows, under a public address', async () => {
	const DATABASE_URL = await embeddedUrl()
	const sql = postgres(DATABASE_URL, { max: 1 })
	await sql`insert into public.companies (id, name) values (${SALON_ANNA.companyId}, 'Salon Anna')`
	await sql.end()
	const settings = { DATA_DIR: path.join(folder, 'public'), DATABASE_URL }
	await expect(open({ ...settings, SITE_URL: 'https://zeitplatz.example', RATE_LIMITS: 'true' })).rejects.toThrow(
		/enthält die Demo.*db:reset/s,
	)
	await (await open(settings)).close()
})

it('sends few mails about accounts to one mailbox, however its address is written', async () => {
	const limited = await open({
		...{ DATA_DIR: path.join(folder, 'limited'), DATABASE_URL: await embeddedUrl() },
		RATE_LIMITS: 'true',
	})
	const recover = async (at: number): Promise<number> => {
		const { url, publishableKey, fetch } = limited.supabase
		const headers = { apikey: publishableKey, 'x-forwarded-for': `192.0.2.${at}` }
		const body = JSON.stringify({ email: `box+${at}@example.org` })
		return (await fetch(`${url}/auth/v1/recover`, { method: 'POST', headers, body })).status
	}
	try {
		const answers = []
		for (let at = 1; at <= 7; at += 1) answers.push(await recover(at))
		expect(answers).toEqual([...Array.from({ length: 6 }, () => 200), 429])
	} finally {
		await limited.close()
	}
})

function open(environment: Record<string, string>): Promise<OpenServices> {
	const config = readConfig({ SEED: 'empty', RATE_LIMITS: 'false', ...environment })
	const mailer = { send: async () => undefined }
	return openServices(config, { siteUrl: 'http://localhost:9997', mailer, log: () => undefined })
}

function clientOf({ supabase }: OpenServices, key: 'publishableKey' | 'secretKey' = 'publishableKey'): SupabaseClient {
	const auth = { persistSession: false, autoRefreshToken: false }
	return createClient(supabase.url, supabase[key], { global: { fetch: supabase.fetch }, auth })
}

function keysOf({ supabase: { publishableKey, secretKey } }: OpenServices) {
	return { publishableKey, secretKey }
}

async function keysFile(name: string): Promise<Keys> {
	return JSON.parse(await fs.readFile(path.join(folder, name, 'keys.json'), 'utf8')) as Keys
}

async function embeddedUrl(): Promise<string> {
	const cluster = path.join(folder, 'first', 'postgres')
	const password = await fs.readFile(`${cluster}.password`, 'utf8')
	const port = (await fs.readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
	return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}
