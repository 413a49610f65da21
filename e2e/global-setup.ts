import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { openRun } from '../backend/testing/run-folder.ts'
import { freePort, startServerProcess } from './server-process.ts'

type Stop = () => Promise<unknown>
type Settings = Record<string, string>

/**
 * Starts the built product with a fresh demo database in one of its three modes (E2E_MODE: embedded, database, hosted).
 * E2E_URL, E2E_DATABASE_URL, E2E_DATA_DIR and E2E_MAILBOX tell the tests where to find everything.
 */
export default async function setup(): Promise<Stop> {
	const run = await openRun()
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-e2e-'))
	const stops: Stop[] = [run.close, () => fs.rm(folder, { recursive: true, force: true })]
	const mode = process.env.E2E_MODE ?? 'embedded'
	const port = await freePort()
	let settings: Settings = {}
	if (mode !== 'embedded') {
		// A PostgreSQL that the product did not start.
		const database = await startEmbeddedPostgres({ dir: path.join(folder, 'elsewhere', 'postgres') })
		stops.push(database.stop)
		process.env.E2E_DATABASE_URL = database.url
		settings = { DATABASE_URL: database.url }
	}
	if (mode === 'hosted') settings = await startHosted(folder, port, settings, stops)
	settings = { ...settings, PAYMENTS: 'test' }
	// Settings for another server beside this one, on the same data.
	process.env.E2E_SETTINGS = JSON.stringify(settings)
	const server = await startServerProcess(folder, {
		PORT: String(port),
		SANDBOXES: mode === 'embedded' ? '4' : '0',
		...settings,
	})
	stops.push(server.stop)
	process.env.E2E_URL = server.url
	// The address of the services: that of the product, or their own.
	process.env.E2E_SERVICES_URL = settings.SUPABASE_URL ?? server.url
	process.env.E2E_DATA_DIR = folder
	process.env.E2E_MAILBOX = path.join(folder, 'mailbox')
	if (mode === 'embedded') process.env.E2E_DATABASE_URL = await embeddedUrl(folder)
	return async () => {
		for (const stop of stops.toReversed()) await stop()
	}
}

/** The hosted side: a separate process that shares only an address and two keys with the product. */
async function startHosted(folder: string, sitePort: number, database: Settings, stops: Stop[]): Promise<Settings> {
	const port = String(await freePort())
	const own = path.join(folder, 'elsewhere')
	// Its mails go into the same mailbox as the product's, where the tests look.
	await fs.mkdir(path.join(folder, 'mailbox'))
	await fs.symlink(path.join(folder, 'mailbox'), path.join(own, 'mailbox'))
	const addresses = { HOSTED_URL: `http://localhost:${port}`, HOSTED_SITE_URL: `http://localhost:${sitePort}` }
	const hosted = await startServerProcess(own, { PORT: port, ...database, ...addresses }, 'e2e/hosted.ts')
	stops.push(hosted.stop)
	const { url, publishableKey, secretKey } = hosted
	return {
		SUPABASE_URL: url,
		SUPABASE_PUBLISHABLE_KEY: String(publishableKey),
		SUPABASE_SECRET_KEY: String(secretKey),
	}
}

/** The database of a server with its own, as its owner. */
export async function embeddedUrl(folder: string): Promise<string> {
	const password = (await fs.readFile(path.join(folder, 'postgres.password'), 'utf8')).trim()
	const port = (await fs.readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
	return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}
