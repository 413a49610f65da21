import type { Sql } from 'postgres'
import type { AuthOptions } from './auth/options.ts'
import type { SmsSender } from './auth/sms.ts'
import type { FunctionLimits } from './functions/worker-host.ts'
import type { TokenRules } from './keys.ts'
import type { RealtimeOptions } from './realtime/options.ts'
import type { StorageOptions } from './storage/options.ts'
import type { S3Settings } from './storage/s3-driver.ts'

/** The objects that every service of the backend gets; created once per process by `createBackend`. */
export type BackendContext = {
	/** Pool of the login role `authenticator`. Every use sets role and claims first, so that policies apply. */
	requests: Sql
	/** Pool of the owner, for the services' own tables (auth, storage, realtime). It never runs a caller's SQL. */
	owner: Sql
	keys: Keys
	settings: BackendSettings
	mailer: Mailer
	/** Sends text messages; without it nothing is sent by phone. */
	sms?: SmsSender
}

export type RestSettings = {
	/**
	 * Lets the service role see plans of statements (`application/vnd.pgrst.plan`). Nobody else can: an executed plan counts rows
	 * before policies apply, so it reveals rows that the caller must not see.
	 */
	plan?: boolean
	/** Whether `Prefer: tx=` decides if a request's transaction is committed; without it every transaction is. */
	txEnd?: 'commit' | 'commit-allow-override'
	/** Limits for callers from outside; without them they are served like calls of this process. */
	outside?: OutsideLimits
}

/** Limits for callers from outside. The service role also has to wait its turn, but has none of the other limits. */
export type OutsideLimits = {
	/** Connections for all of them, and how many of these one address can use at a time. */
	connections: number
	connectionsEach: number
	/** Maximum number of waiting requests, in total and from one address. */
	waiting: number
	waitingEach: number
	/** Maximum wait in milliseconds. */
	waitMs: number
	/** Maximum milliseconds for a statement, unless a function sets its own time. */
	statementMs: number
	/** How deep resources can be embedded, and how many there can be in one request. */
	depth: number
	resources: number
	/** Maximum number of conditions in a request. */
	conditions: number
	/** Maximum estimated cost (in PostgreSQL's units) of a statement with aggregates. */
	aggregateCost: number
	/** Largest body and largest answer in bytes. */
	bodyBytes: number
	answerBytes: number
}

export type BackendSettings = {
	/** Public address of the backend, for issuer and signed URLs, without a trailing slash. */
	url: string
	/** Public address of the site, for links in mails. */
	siteUrl: string
	/** Further addresses (origins) that mail links and sign-ins can redirect to. */
	redirectAllowList: string[]
	/** Folder for uploaded files; with `s3` only for unfinished uploads and resized images. */
	storageDir: string
	/** Where to keep uploaded files instead of in the folder. */
	s3?: S3Settings
	/** Types of files and sizes of images; defaults to the service's own. */
	storage?: StorageOptions
	realtime?: RealtimeOptions
	/** Folder with one folder per function, and its `config.toml`; without it there are no functions. */
	functions?: { dir: string; configFile: string } & Partial<FunctionLimits>
	/** Folder of mail templates (`confirmation.html`, …) with hosted's placeholders, such as `{{ .TokenHash }}`. */
	templatesDir: string
	/** False lets people sign in without confirming their mail address. */
	confirmMail: boolean
	/** Schemas that the REST service exposes. */
	schemas: string[]
	/** Options of the REST service; default to hosted's. */
	rest?: RestSettings
	/** Claims that tokens must have; by default none, as on hosted. */
	tokens?: TokenRules
	rateLimits: boolean
	/** Options and providers of the auth service; default to hosted's. */
	auth?: AuthOptions
	log: (level: 'info' | 'warn' | 'error', message: string, details?: Record<string, unknown>) => void
}

/** A JSON Web Key with its id. */
export type SigningKey = JsonWebKey & { kid: string }

/** API keys as hosted Supabase has them, and the keys that sign and check tokens. */
export type Keys = {
	publishable: string
	secret: string
	/** Private JWK that signs: ES256, RS256 or EdDSA; or a secret with kty `oct` (HS256), as in older projects. */
	signing: SigningKey
	/** Private key that signs after the next rotation; all processes already know its public part. */
	standby?: SigningKey
	/** Further public keys that verify tokens: those that signed before. */
	verifying?: SigningKey[]
	/** Secret of the older anon and service_role keys, which are HS256 tokens. */
	legacySecret?: string
	/** The first signing key, kept when keys rotate: other secrets are derived from it and must outlive it. */
	seed?: SigningKey
	/** Password of the login role `authenticator`. */
	database: string
}

export type Mail = { to: string; subject: string; html: string; text: string }
export type Mailer = { send(mail: Mail): Promise<unknown> }

/** The caller according to the `apikey` and `Authorization` headers. `claims` is the JSON given to PostgreSQL. */
export type Caller = {
	role: string
	claims: Record<string, unknown>
	/** The bearer token, if it is a signed token rather than a key. */
	token?: string
	/** Address of a caller from outside; calls of this process have none. */
	from?: string
}

/** One service: gets the requests whose path is below its mount, for example `/rest/v1`. */
export type Service = (request: Request, url: URL, caller: Caller) => Promise<Response>
