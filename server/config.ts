import path from 'node:path'
import { z } from 'zod'
import { isLoopback } from './own-machine.ts'

const port = z.coerce.number({ error: 'muss eine Zahl sein' }).int().min(0).max(65_535)
const address = z.url({ protocol: /^https?$/, error: 'muss mit http:// oder https:// beginnen' })
const flag = z.enum(['true', 'false'], { error: 'muss true oder false sein' }).transform((value) => value === 'true')

/** Every setting of the product. All come from the environment; docs/deploy.md lists them. */
const settings = z.object({
	/** Port of the web server; 0 takes a free one. */
	PORT: port.default(3000),
	/** Address to listen on. Loopback unless a reverse proxy on another machine stands in front. */
	HOST: z.string().default('127.0.0.1'),
	/** Folder for the embedded database, keys and uploaded files. */
	DATA_DIR: z.string().default('.data'),
	/** Folder for the backups that `npm run backup` makes; better on another disk, and copied away. */
	BACKUP_DIR: z.string().default('.backups'),
	/** S3 server for uploaded files instead of the data folder; needs S3_BUCKET and the two keys. Several machines need one. */
	S3_ENDPOINT: address.optional(),
	S3_REGION: z.string().default('us-east-1'),
	S3_BUCKET: z.string().optional(),
	S3_ACCESS_KEY_ID: z.string().optional(),
	S3_SECRET_ACCESS_KEY: z.string().optional(),
	/** PostgreSQL 15 or newer instead of the embedded one; needs a role that may create roles and extensions. */
	DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'muss mit postgres:// beginnen' }).optional(),
	/** Hosted or self-hosted Supabase instead of the services in this process. */
	SUPABASE_URL: address.optional(),
	/** Key for browsers (`sb_publishable_…` or the older anon key). Own services make one at their first start. */
	SUPABASE_PUBLISHABLE_KEY: z.string().min(20, 'ist zu kurz').optional(),
	/** Key for the server's own work (`sb_secret_…`). Never reaches a browser. */
	SUPABASE_SECRET_KEY: z.string().min(20, 'ist zu kurz').optional(),
	/** Private key (JWK, ES256, with kid) that signs tokens, instead of the one made at the first start. */
	SIGNING_KEY: z.string().optional(),
	/** Services that visitors may sign in with; each is on once its client id is set. Their redirect address is SITE_URL/auth/v1/callback. */
	AUTH_GOOGLE_CLIENT_ID: z.string().optional(),
	AUTH_GOOGLE_SECRET: z.string().optional(),
	AUTH_APPLE_CLIENT_ID: z.string().optional(),
	/** Either the client secret made with Apple's key, which expires after six months, or the key itself (PKCS 8, PEM). */
	AUTH_APPLE_SECRET: z.string().optional(),
	AUTH_APPLE_TEAM_ID: z.string().optional(),
	AUTH_APPLE_KEY_ID: z.string().optional(),
	AUTH_APPLE_PRIVATE_KEY: z.string().optional(),
	AUTH_GITHUB_CLIENT_ID: z.string().optional(),
	AUTH_GITHUB_SECRET: z.string().optional(),
	AUTH_FACEBOOK_CLIENT_ID: z.string().optional(),
	AUTH_FACEBOOK_SECRET: z.string().optional(),
	/** Any OpenID Connect provider, under the name `oidc`. */
	AUTH_OIDC_ISSUER: address.optional(),
	AUTH_OIDC_CLIENT_ID: z.string().optional(),
	AUTH_OIDC_SECRET: z.string().optional(),
	/** Sign-up and sign-in by phone number and code. */
	AUTH_PHONE: flag.default(false),
	/** Sends text messages: an address that takes hosted's `send_sms` hook (Standard Webhooks). Without it they go to DATA_DIR/sms. */
	SMS_HOOK_URL: address.optional(),
	/** Secret that calls to SMS_HOOK_URL are signed with, `v1,whsec_…`. */
	SMS_HOOK_SECRET: z
		.string()
		.regex(/^v1,whsec_[A-Za-z0-9+/]{32,}=*$/, 'muss mit v1,whsec_ beginnen')
		.optional(),
	/** Public address of the site, for links in mails, canonical links and sitemaps. */
	SITE_URL: address.optional(),
	/** Trust X-Forwarded-Proto, -Host and -For of a reverse proxy. */
	TRUST_PROXY: flag.default(false),
	/** Mail server, for example smtps://user:password@mail.example.org. Without it mails go to the local mailbox. */
	SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'muss mit smtp:// oder smtps:// beginnen' }).optional(),
	/** Sender of all mails. */
	MAIL_FROM: z.string().default('Zeitplatz <noreply@zeitplatz.localhost>'),
	/** Shows the local mailbox at /dev/mail to this machine. On by default while there is no SMTP_URL; only if everything runs on your own machine. */
	DEV_MAILBOX: flag.optional(),
	/** Who runs the platform, for imprint and privacy notice (§ 5 DDG, Art. 13 GDPR); the pages mark missing facts. */
	OPERATOR_NAME: z.string().optional(),
	OPERATOR_REPRESENTATIVE: z.string().optional(),
	OPERATOR_STREET: z.string().optional(),
	/** Postal code and city. */
	OPERATOR_PLACE: z.string().optional(),
	OPERATOR_EMAIL: z.string().optional(),
	OPERATOR_PHONE: z.string().optional(),
	OPERATOR_REGISTER: z.string().optional(),
	OPERATOR_VAT_ID: z.string().optional(),
	/** For invoices to businesses: tax number (where there is no VAT id), bank account, and whether § 19 UStG holds (no VAT). */
	OPERATOR_TAX_NUMBER: z.string().max(40).optional(),
	OPERATOR_IBAN: z
		.string()
		.transform((text) => text.replaceAll(' ', '').toUpperCase())
		.refine((text) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text), 'muss eine IBAN sein')
		.optional(),
	OPERATOR_SMALL_BUSINESS: flag.default(false),
	/** First month that businesses are billed for, for example 2027-01; nothing is billed without it. */
	BILLING_FROM: z
		.string()
		.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'muss ein Monat wie 2027-01 sein')
		.optional(),
	/** Company whose machines this runs on. */
	OPERATOR_HOST: z.string().optional(),
	/** Project address (DSN) of a Sentry-compatible error reporting service; off without it. */
	SENTRY_DSN: address.optional(),
	/** Tile server with streets that you have a contract with ({z}/{x}/{y}), asked by this server. Without it, or with "none", the map is an overview. */
	TILE_URL: z
		.string()
		.regex(
			/^(?:none|(?=.*\{x\})(?=.*\{y\})https?:\/\/[^\s"';,]+\{z\}[^\s"';,]*)$/,
			'muss none oder eine Adresse mit {z}, {x} und {y} sein',
		)
		.optional(),
	/** Credit for those tiles or for your own file, as their licence requires; HTML. */
	TILE_ATTRIBUTION: z.string().optional(),
	/** How customers pay online: not at all, by a provider that only pretends to, or by Stripe. `test` with the demo data, else `off`. */
	PAYMENTS: z.enum(['off', 'test', 'stripe'], { error: 'muss off, test oder stripe sein' }).optional(),
	/** Key of the platform's account with Stripe. Never reaches a browser. */
	STRIPE_SECRET_KEY: z
		.string()
		.regex(/^(sk|rk)_(test|live)_\w+$/, 'muss mit sk_test_ oder sk_live_ beginnen')
		.optional(),
	/** Secret that Stripe signs events with, which it sends to SITE_URL/hooks/payments/stripe. */
	STRIPE_WEBHOOK_SECRET: z
		.string()
		.regex(/^whsec_\w+$/, 'muss mit whsec_ beginnen')
		.optional(),
	/** Where Stripe answers, instead of at its own address; for tests. */
	STRIPE_API_BASE: address.optional(),
	/** What a new database is filled with: demo businesses, whose passwords everybody knows, or nothing but reference data. */
	SEED: z.enum(['demo', 'empty'], { error: 'muss demo oder empty sein' }).optional(),
	/** So many salons wait for visitors of the demo at /demo, at most 20 in all; 0 has none. 20 with the demo data, else 0. */
	SANDBOXES: z.coerce
		.number({ error: 'muss eine Zahl sein' })
		.int('muss eine ganze Zahl sein')
		.min(0, 'muss 0 bis 20 sein')
		.max(20, 'muss 0 bis 20 sein')
		.optional(),
	/** Lets the secret key see plans of statements (`Accept: application/vnd.pgrst.plan+json`); for measuring on your own machine. */
	REST_PLAN: flag.default(false),
	/** `commit-allow-override` lets callers of the REST service roll back their own request (`Prefer: tx=rollback`), to try out a write. */
	REST_TX_END: z
		.enum(['commit', 'commit-allow-override'], { error: 'muss commit oder commit-allow-override sein' })
		.default('commit'),
	/** Limits on sign-ins, mails and bookings; off for tests and benches only, never together with SITE_URL. */
	RATE_LIMITS: flag.default(true),
	LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
	NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
})

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(settings.shape)

export type Config = Omit<z.infer<typeof settings>, 'PAYMENTS'> & {
	PAYMENTS: 'off' | 'test' | 'stripe'
	mode: 'embedded' | 'database' | 'hosted'
	dataDir: string
	seed: 'demo' | 'empty'
	sandboxes: number
}

/** Whether only this machine is meant to reach the server; the mailbox, which holds everyone's secret links, depends on it. */
export const isForOwnMachine = ({
	mode,
	SITE_URL,
	HOST,
	TRUST_PROXY,
}: Omit<Config, 'dataDir' | 'seed' | 'sandboxes' | 'PAYMENTS'>): boolean =>
	mode === 'embedded' && !SITE_URL && isLoopback(HOST) && !TRUST_PROXY

/** A setting is missing or wrong; the message lists every fault, in German, for the person who starts the server. */
export class ConfigError extends Error {}

function checkStripe(config: z.infer<typeof settings>): void {
	const { PAYMENTS, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_BASE: base, SITE_URL } = config
	if (PAYMENTS === 'stripe' || key || secret) {
		if (!key) throw new ConfigError('STRIPE_SECRET_KEY fehlt: Ohne Schlüssel gibt es keine Zahlungen mit Stripe.')
		if (!secret) throw new ConfigError('STRIPE_WEBHOOK_SECRET fehlt: Stripe unterschreibt damit, was es meldet.')
	}
	const live = key?.includes('_live_') ?? false
	if (PAYMENTS === 'stripe' && live && !SITE_URL?.startsWith('https:')) {
		throw new ConfigError('SITE_URL muss mit https:// beginnen: Mit einem echten Schlüssel von Stripe fließt Geld.')
	}
	if (base && live) {
		throw new ConfigError(
			'STRIPE_API_BASE ist für Tests und verträgt sich nicht mit einem echten Schlüssel von Stripe.',
		)
	}
	if (base && !base.startsWith('https:') && !isLoopback(new URL(base).hostname)) {
		throw new ConfigError('STRIPE_API_BASE muss mit https:// beginnen oder auf diesen Rechner zeigen.')
	}
}

/** @throws ConfigError with one line per wrong setting. */
export function readConfig(environment: Record<string, string | undefined>): Config {
	const given = Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
	)
	const parsed = settings.safeParse(given)
	if (!parsed.success) {
		throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'))
	}
	const config = parsed.data
	if (config.SUPABASE_URL && config.DATABASE_URL) {
		throw new ConfigError('SUPABASE_URL und DATABASE_URL schließen einander aus: bitte nur eine setzen.')
	}
	if (config.SUPABASE_URL) {
		for (const name of ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'] as const) {
			if (!config[name]) throw new ConfigError(`${name} fehlt: supabaseKey is required.`)
		}
	}
	// Keys without an address mean that the address was forgotten: this must not start an empty database. With DATABASE_URL they are the keys of our own services.
	if ((config.SUPABASE_PUBLISHABLE_KEY || config.SUPABASE_SECRET_KEY) && !config.SUPABASE_URL && !config.DATABASE_URL) {
		throw new ConfigError('SUPABASE_URL fehlt: supabaseUrl is required.')
	}
	if (config.S3_ENDPOINT) {
		for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
			if (!config[name]) throw new ConfigError(`${name} fehlt: S3_ENDPOINT braucht es.`)
		}
	}
	if (config.SITE_URL && !config.RATE_LIMITS) {
		throw new ConfigError('RATE_LIMITS=false ist nur für Tests und Messungen und verträgt sich nicht mit SITE_URL.')
	}
	const { OPERATOR_NAME, OPERATOR_STREET, OPERATOR_PLACE, OPERATOR_IBAN, OPERATOR_VAT_ID, OPERATOR_TAX_NUMBER } = config
	const seller = OPERATOR_NAME && OPERATOR_STREET && OPERATOR_PLACE && OPERATOR_IBAN
	if (config.BILLING_FROM && !(seller && (OPERATOR_VAT_ID ?? OPERATOR_TAX_NUMBER))) {
		throw new ConfigError(
			'BILLING_FROM braucht die Angaben für Rechnungen: OPERATOR_NAME, OPERATOR_STREET, OPERATOR_PLACE, OPERATOR_IBAN und OPERATOR_VAT_ID oder OPERATOR_TAX_NUMBER.',
		)
	}
	checkStripe(config)
	if (config.SMS_HOOK_URL && !config.SMS_HOOK_SECRET) {
		throw new ConfigError('SMS_HOOK_SECRET fehlt: SMS_HOOK_URL braucht es.')
	}
	const appleKey = [config.AUTH_APPLE_TEAM_ID, config.AUTH_APPLE_KEY_ID, config.AUTH_APPLE_PRIVATE_KEY]
	if (appleKey.some(Boolean) && !appleKey.every(Boolean)) {
		throw new ConfigError('AUTH_APPLE_TEAM_ID, AUTH_APPLE_KEY_ID und AUTH_APPLE_PRIVATE_KEY gehören zusammen.')
	}
	if (config.SEED === 'demo' && config.SITE_URL) {
		throw new ConfigError(
			'SEED=demo und SITE_URL schließen einander aus: Die Demo-Konten haben Passwörter, die jeder kennt. Bitte SEED=empty setzen.',
		)
	}
	const mode = config.SUPABASE_URL ? 'hosted' : config.DATABASE_URL ? 'database' : 'embedded'
	if (config.DEV_MAILBOX && !isForOwnMachine({ ...config, mode })) {
		throw new ConfigError(
			'DEV_MAILBOX=true geht nur auf dem eigenen Rechner: ohne SITE_URL, DATABASE_URL, SUPABASE_URL und TRUST_PROXY, mit HOST=127.0.0.1.',
		)
	}
	const seed = config.SEED ?? (mode === 'embedded' && !config.SITE_URL ? 'demo' : 'empty')
	const sandboxes = config.SANDBOXES ?? (seed === 'demo' ? 20 : 0)
	const payments = config.PAYMENTS ?? (seed === 'demo' ? 'test' : 'off')
	return { ...config, PAYMENTS: payments, mode, seed, sandboxes, dataDir: path.resolve(config.DATA_DIR) }
}
