import type { Sql } from 'postgres'
import type { AuthOptions } from './auth/options.ts'
import type { SmsSender } from './auth/sms.ts'
import type { FunctionLimits } from './functions/worker-host.ts'
import type { TokenRules } from './keys.ts'
import type { RealtimeOptions } from './realtime/options.ts'
import type { StorageOptions } from './storage/options.ts'
import type { S3Settings } from './storage/s3-driver.ts'

/** What every service of the backend is given; created once per process by `createBackend`. */
export type BackendContext = {
	/** Pool of the login role `authenticator`: every use sets role and claims first (storage rules, realtime rules). */
	requests: Sql
	/** Pool of the owner: the services' own tables (auth, storage, realtime). Never runs a caller's text. */
	owner: Sql
	keys: Keys
	settings: BackendSettings
	mailer: Mailer
	/** Sends text messages; without it nothing is sent by phone. */
	sms?: SmsSender
}

export type RestSettings = {
	/**
	 * Lets the service role see plans of statements (`application/vnd.pgrst.plan`). Nobody else ever does: a plan that ran counts rows
	 * before the policies, so that it reveals rows that the caller must not see.
	 */
	plan?: boolean
	/** Whether `Prefer: tx=` decides how a request's transaction ends; without it every transaction is kept. */
	txEnd?: 'commit' | 'commit-allow-override'
	/** What callers from outside may take; without it they are served like calls of this process. */
	outside?: OutsideLimits
}

/** Bounds for callers from outside. The service role waits its turn too, but is bound by nothing else of it. */
export type OutsideLimits = {
	/** Connections for them all, and how many of these one address may use at a time. */
	connections: number
	connectionsEach: number
	/** How many wait at most, of all and of one address. */
	waiting: number
	waitingEach: number
	/** Milliseconds that one waits at most. */
	waitMs: number
	/** Milliseconds that a statement runs at most; a function that sets its own time has that. */
	statementMs: number
	/** How deep resources are embedded at most, and how many there are in one request. */
	depth: number
	resources: number
	/** How many conditions a request has at most. */
	conditions: number
	/** Estimated cost (PostgreSQL's units) of a statement with aggregates at most. */
	aggregateCost: number
	/** Largest body and largest answer in bytes. */
	bodyBytes: number
	answerBytes: number
}

export type BackendSettings = {
	/** Public address of the backend, for issuer and signed URLs, without a slash at the end. */
	url: string
	/** Public address of the site, for links in mails. */
	siteUrl: string
	/** Further addresses (origins) that mail links and sign-in may return to. */
	redirectAllowList: string[]
	/** Folder for uploaded files; with `s3` only for what is on its way and for made images. */
	storageDir: string
	/** Where uploaded files are kept instead of the folder. */
	s3?: S3Settings
	/** Types of files and sizes of images; the service's defaults where left out. */
	storage?: StorageOptions
	realtime?: RealtimeOptions
	/** Folder with one folder for each function, and its `config.toml`; without it there are no functions. */
	functions?: { dir: string; configFile: string } & Partial<FunctionLimits>
	/** Folder of mail templates (`confirmation.html`, …); hosted's placeholders such as `{{ .TokenHash }}`. */
	templatesDir: string
	/** False lets sign-ups in without a confirmed mail address. */
	confirmMail: boolean
	/** Schemas the rest service shows. */
	schemas: string[]
	/** Switches of the rest service; hosted's defaults where left out. */
	rest?: RestSettings
	/** What tokens must name; nothing where left out, as hosted. */
	tokens?: TokenRules
	rateLimits: boolean
	/** Switches and providers of the auth service; hosted's defaults where left out. */
	auth?: AuthOptions
	log: (level: 'info' | 'warn' | 'error', message: string, details?: Record<string, unknown>) => void
}

/** A JSON Web Key with its id. */
export type SigningKey = JsonWebKey & { kid: string }

/** API keys as hosted Supabase has them, and the keys that sign and check tokens. */
export type Keys = {
	publishable: string
	secret: string
	/** Private JWK that signs: ES256, RS256 or EdDSA; or a secret of kty `oct` (HS256) as older projects have it. */
	signing: SigningKey
	/** Private key that signs after the next rotation; its public part is known to all processes before. */
	standby?: SigningKey
	/** Further public keys whose tokens are good: those that signed before. */
	verifying?: SigningKey[]
	/** Secret of the older anon and service_role keys, which are HS256 tokens. */
	legacySecret?: string
	/** The first signing key, kept by rotation: other secrets are derived from it and must outlive it. */
	seed?: SigningKey
	/** Password of the login role `authenticator`. */
	database: string
}

export type Mail = { to: string; subject: string; html: string; text: string }
export type Mailer = { send(mail: Mail): Promise<unknown> }

/** Who calls: from the `apikey` and `Authorization` headers. `claims` is the JSON given to PostgreSQL. */
export type Caller = {
	role: string
	claims: Record<string, unknown>
	/** The bearer token when it was a signed token, not a key. */
	token?: string
	/** Address of a caller from outside; calls of this process have none. */
	from?: string
}

/** One service: gets requests whose path starts below its mount, for example `/rest/v1`. */
export type Service = (request: Request, url: URL, caller: Caller) => Promise<Response>
