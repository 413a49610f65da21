import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Sql } from 'postgres'
import type { Backend } from '#backend/index.ts'
import { createSmsOutbox } from '#backend/auth/sms.ts'
import { createBackend } from '#backend/index.ts'
import type { Keys, Mailer } from '#backend/context.ts'
import { loadKeys, saveKeys } from '#backend/keys.ts'
import postgres from '#backend/postgres/driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { type KeptPostgres, keepPostgresRunning } from '#backend/postgres/keep-running.ts'
import { migrate } from '#backend/postgres/migrate.ts'
import { MigrationError } from '#backend/postgres/migration-error.ts'
import { shareKeys } from '#backend/shared-keys.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { keyHeaders } from '#app/lib/key-headers.ts'
import { hasDemo, isSeeded, seedDatabase } from '#supabase/seeds/seed.ts'
import { type Config, ConfigError } from './config.ts'
import type { Log } from './log.ts'
import { migrationWords } from './migration-words.ts'
import { createOutage, type Health, type Outage } from './outage.ts'
import { OUTSIDE } from './outside.ts'
import { readSignIn } from './providers.ts'
import { RELEASE } from './release.ts'
import { seedBeside } from './seeding.ts'
import { readStorage } from './storage.ts'

export type OpenServices = {
	supabase: AppServices['supabase']
	/** Only when the services run in this process. */
	backend?: Backend
	hints: string[]
	health: Health
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

const QUIET = { onnotice: () => undefined }
const SUPABASE_FOLDER = path.join(import.meta.dirname, '..', 'supabase')

// Words that people might use in a password for this site; `password-strength.ts` warns of them while typing.
const OWN_WORDS = [
	'zeitplatz',
	'termin',
	'termine',
	'kalender',
	'buchung',
	'buchen',
	'friseur',
	'frisör',
	'salon',
	'kosmetik',
]

// The calendar in the admin area follows rows; the product never sends messages between browsers.
const LIVE = { broadcast: false, presence: false, messageBytes: 65_536 }

/** Opens database and services as the mode says: embedded PostgreSQL, your own PostgreSQL, or hosted Supabase. */
export async function openServices(config: Config, options: OpenOptions): Promise<OpenServices> {
	return config.mode === 'hosted' ? openHosted(config, options.log) : openLocal(config, options)
}

// One small read, to see whether the services answer.
const PROBE = 'rest/v1/federal_states?select=code&limit=1'
const PROBE_MS = 5_000

function openHosted(config: Config, log: Log): OpenServices {
	const url = String(config.SUPABASE_URL).replace(/\/$/, '')
	const publishableKey = String(config.SUPABASE_PUBLISHABLE_KEY)
	const ready = async (): Promise<boolean> => {
		const signal = AbortSignal.timeout(PROBE_MS)
		return (await fetch(`${url}/${PROBE}`, { headers: keyHeaders(publishableKey), signal })).ok
	}
	const outage = createOutage(ready, log)
	return {
		supabase: {
			url,
			publishableKey,
			secretKey: String(config.SUPABASE_SECRET_KEY),
			fetch: outage.noticing(fetch),
		},
		hints: [],
		health: { outage, alive: () => true, ready: () => ready().catch(() => false) },
		close: async () => outage.stop(),
	}
}

async function openLocal(
	config: Config,
	{ siteUrl, servicesUrl = siteUrl, mailer, log, signal }: OpenOptions,
): Promise<OpenServices> {
	const embedded =
		config.mode === 'embedded' ? await startEmbeddedPostgres({ dir: path.join(config.dataDir, 'postgres') }) : undefined
	const databaseUrl = embedded?.url ?? String(config.DATABASE_URL)
	const fail = async (error: unknown): Promise<never> => {
		await embedded?.stop()
		throw error
	}
	const { hints, keys } = await prepareDatabase(databaseUrl, config, { log, signal }).catch(fail)
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
			rest: { plan: config.REST_PLAN, txEnd: config.REST_TX_END, outside: OUTSIDE },
			realtime: LIVE,
			// Installations that share a signing key must not accept each other's tokens.
			tokens: { issuer: `${servicesUrl}/auth/v1`, audience: 'authenticated' },
			rateLimits: config.RATE_LIMITS,
			auth: {
				manualLinking: true,
				passkeys: true,
				mfa: { webauthn: true },
				minPasswordLength: 8,
				refuseLeakedPasswords: true,
				refuseOwnWords: OWN_WORDS,
				userData: { bytes: 1_500, keys: 20 },
				// The longest texts that the forms accept.
				unprovedData: { name: 120, phone: 40, company_name: 120 },
				plainPkce: false,
				freshMinutes: 15,
				sessions: { timeboxDays: 400, inactivityDays: 90 },
				mailLimits: {
					mailbox: { hourly: 6, daily: 15 },
					network: { hourly: 60, daily: 200 },
					mailboxOf: 'internal.mailbox',
				},
				hideAccounts: true,
				...readSignIn(config),
			},
			log,
		},
	}).catch(fail)
	// A separate connection, opened when needed: a busy pool must not look like an outage.
	const probe = postgres(databaseUrl, { max: 1, idle_timeout: 60, connect_timeout: 2, backoff: () => 0, ...QUIET })
	const outage = createOutage(async () => (await probe`select 1`).length > 0, log)
	const kept = embedded && keepRunning(embedded, config, { outage, log })
	const supabase = {
		url: servicesUrl,
		publishableKey: keys.publishable,
		secretKey: keys.secret,
		fetch: outage.noticing((input, init) => backend.fetch(new Request(input, init))),
	}
	const request = (): Promise<Response> =>
		backend.fetch(new Request(`${servicesUrl}/${PROBE}`, { headers: keyHeaders(keys.publishable) }))
	return {
		supabase,
		backend,
		hints,
		health: {
			outage,
			alive: () => kept?.state() !== 'lost',
			ready: async () => !outage.on() && (await request()).ok,
		},
		async close() {
			outage.stop()
			await backend.close()
			await probe.end({ timeout: 1 })
			await kept?.stop()
		},
	}
}

function keepRunning(
	embedded: EmbeddedPostgres,
	config: Config,
	{ outage, log }: { outage: Outage; log: Log },
): KeptPostgres {
	return keepPostgresRunning(embedded, {
		dir: path.join(config.dataDir, 'postgres'),
		onChange(state, reason) {
			outage.suspect()
			if (state === 'up') log('info', 'the embedded database runs again')
			else if (state === 'down') log('error', 'the embedded database has ended and is started again')
			else log('error', 'the embedded database cannot be brought back; /healthz says so', { reason })
		},
	})
}

const PUBLIC_DEMO =
	'Diese Datenbank enthält die Demo, deren Passwörter jeder kennt; mit SITE_URL wird sie nicht geöffnet. „npm run db:reset“ legt die eingebettete leer neu an.'

async function prepareDatabase(
	url: string,
	config: Config,
	{ log, signal }: Pick<OpenOptions, 'log' | 'signal'>,
): Promise<{ hints: string[]; keys: Keys }> {
	const sql = postgres(url, { max: 4, ...QUIET })
	try {
		await migrate(sql, {
			folder: path.join(SUPABASE_FOLDER, 'migrations'),
			release: RELEASE,
			onMigration: (file) => log('info', `Datenbank: ${file} …`),
			onWait: (file) => log('warn', `Datenbank: ${file} wartet, weil andere die Tabelle benutzen …`),
		}).catch((error: unknown) => {
			throw error instanceof MigrationError ? new Error(migrationWords(error, config), { cause: error }) : error
		})
		const kind = config.seed
		if (config.SITE_URL && (await hasDemo(sql))) throw new ConfigError(PUBLIC_DEMO)
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
 * The keys that all processes of this database share. A new database takes those of the data folder; otherwise the data folder follows
 * the database. Settings come first.
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
