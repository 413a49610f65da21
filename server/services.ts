import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import postgres, { type Sql } from 'postgres'
import type { Backend } from '#backend/index.ts'
import { createSmsOutbox } from '#backend/auth/sms.ts'
import { createBackend } from '#backend/index.ts'
import type { Keys, Mailer } from '#backend/context.ts'
import { loadKeys, saveKeys } from '#backend/keys.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { migrate, MigrationChangedError } from '#backend/postgres/migrate.ts'
import { shareKeys } from '#backend/shared-keys.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { isSeeded, seedDatabase } from '#supabase/seeds/seed.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { readSignIn } from './providers.ts'
import { seedBeside } from './seeding.ts'
import { readStorage } from './storage.ts'

export type OpenServices = {
	supabase: AppServices['supabase']
	/** Only when the services run in this process. */
	backend?: Backend
	hints: string[]
	ready(): Promise<boolean>
	close(): Promise<void>
}

type OpenOptions = {
	siteUrl: string
	/** Address of the services when it is not that of the pages. */
	servicesUrl?: string
	mailer: Mailer
	log: Log
	/** Ends the start; it then throws an AbortError and leaves nothing running. */
	signal?: AbortSignal
}

const SUPABASE_FOLDER = path.join(import.meta.dirname, '..', 'supabase')

/** Opens database and services as the mode says: embedded PostgreSQL, an own PostgreSQL, or hosted Supabase. */
export async function openServices(config: Config, options: OpenOptions): Promise<OpenServices> {
	return config.mode === 'hosted' ? openHosted(config) : openLocal(config, options)
}

function openHosted(config: Config): OpenServices {
	const url = String(config.SUPABASE_URL).replace(/\/$/, '')
	const supabase = {
		url,
		publishableKey: String(config.SUPABASE_PUBLISHABLE_KEY),
		secretKey: String(config.SUPABASE_SECRET_KEY),
		fetch,
	}
	return {
		supabase,
		hints: [],
		ready: async () => (await fetch(`${url}/auth/v1/health`, { headers: { apikey: supabase.publishableKey } })).ok,
		close: async () => undefined,
	}
}

async function openLocal(
	config: Config,
	{ siteUrl, servicesUrl = siteUrl, mailer, log, signal }: OpenOptions,
): Promise<OpenServices> {
	const embedded =
		config.mode === 'embedded' ? await startEmbeddedPostgres({ dir: path.join(config.dataDir, 'postgres') }) : undefined
	const databaseUrl = embedded?.url ?? String(config.DATABASE_URL)
	const { hints, keys } = await prepareDatabase(databaseUrl, config, { log, signal }).catch(async (error: unknown) => {
		await embedded?.stop()
		throw error
	})
	const backend = await createBackend({
		databaseUrl,
		keys,
		mailer,
		sms: createSmsOutbox(path.join(config.dataDir, 'sms')),
		settings: {
			url: servicesUrl,
			siteUrl,
			redirectAllowList: [siteUrl],
			...readStorage(config),
			functions: {
				dir: path.join(SUPABASE_FOLDER, 'functions'),
				configFile: path.join(SUPABASE_FOLDER, 'config.toml'),
			},
			templatesDir: path.join(SUPABASE_FOLDER, 'templates'),
			confirmMail: true,
			schemas: ['public'],
			rateLimits: config.RATE_LIMITS,
			auth: { manualLinking: true, passkeys: true, mfa: { webauthn: true }, ...readSignIn(config) },
			log,
		},
	})
	const supabase = {
		url: servicesUrl,
		publishableKey: keys.publishable,
		secretKey: keys.secret,
		fetch: (input: RequestInfo | URL, init?: RequestInit) => backend.fetch(new Request(input, init)),
	}
	const probe = { headers: { apikey: keys.publishable } }
	return {
		supabase,
		backend,
		hints,
		ready: async () => (await supabase.fetch(`${servicesUrl}/rest/v1/federal_states?select=code&limit=1`, probe)).ok,
		async close() {
			await backend.close()
			await embedded?.stop()
		},
	}
}

function otherVersion({ message }: MigrationChangedError, { mode }: Config): string {
	const anew = mode === 'embedded' ? ' Demo-Daten legt „npm run db:reset“ neu an.' : ''
	return `Die Datenbank gehört zu einem anderen Stand des Programms (${message} ist nicht mehr dieselbe).${anew} Eigene Daten sichert „npm run backup“ im alten Stand.`
}

async function prepareDatabase(
	url: string,
	config: Config,
	{ log, signal }: Pick<OpenOptions, 'log' | 'signal'>,
): Promise<{ hints: string[]; keys: Keys }> {
	const sql = postgres(url, { max: 4, onnotice: () => undefined })
	try {
		await migrate(sql, {
			folder: path.join(SUPABASE_FOLDER, 'migrations'),
			onMigration: (name) => log('info', `Datenbank: ${name} …`),
		}).catch((error: unknown) => {
			throw error instanceof MigrationChangedError ? new Error(otherVersion(error, config)) : error
		})
		const kind = config.SEED ?? (config.mode === 'embedded' ? 'demo' : 'empty')
		const storageDir = path.join(config.dataDir, 'storage')
		const progress = (message: string): void => log('info', message)
		const hints = (await isSeeded(sql, kind))
			? await seedDatabase(sql, { kind, storageDir, progress })
			: await seedBeside({ url, kind, storageDir }, { progress, signal })
		return { hints, keys: await openKeys(sql, config) }
	} finally {
		await sql.end({ timeout: 5 })
	}
}

/**
 * The keys that all processes of this database share; the data folder's are the proposal for a new one and follow it otherwise.
 * Settings come first.
 */
async function openKeys(sql: Sql, config: Config): Promise<Keys> {
	const own = await loadKeys(config.dataDir)
	const kept = await shareKeys(sql, own)
	if (!isDeepStrictEqual(kept, own)) await saveKeys(config.dataDir, kept)
	return {
		...kept,
		publishable: config.SUPABASE_PUBLISHABLE_KEY ?? kept.publishable,
		secret: config.SUPABASE_SECRET_KEY ?? kept.secret,
		signing: config.SIGNING_KEY ? (JSON.parse(config.SIGNING_KEY) as Keys['signing']) : kept.signing,
	}
}
