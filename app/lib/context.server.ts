import { createContext, type RouterContextProvider } from 'react-router'
import { type Demand, isPerson, type Wanted } from './search-demand.ts'

/** @property apiBase where Stripe answers instead of at its own address; for tests */
export type StripeSettings = { secretKey: string; webhookSecret: string; apiBase?: string }

/** What the server hands to loaders and actions; the same in all three modes. */
export type AppServices = {
	/** Public address of the site without a slash at the end. */
	siteUrl: string
	supabase: {
		/** Address the browser uses. */
		url: string
		publishableKey: string
		secretKey: string
		/** In-process call when the services run here, network otherwise. */
		fetch: typeof fetch
	}
	/** Reports an unexpected error (log and error reporting service). */
	report(error: unknown, details?: Record<string, unknown>): void
	/** Address (DSN) of the error reporting service, for the browser's reports as well; absent when it is off. */
	errorReports?: string
	/** Counts an attempt; false when the caller (address or account) has to wait. */
	allow(limit: string, key: string): Promise<boolean>
	/** Signs a visitor's address for the database; undefined where that is not possible. */
	signVisitor(address: string): string | undefined
	buildId: string
	/** Where map tiles come from; absent when there is no source for them. */
	tiles?: MapTiles
	/** Who runs this platform, for the legal pages, which mark missing facts. */
	operator?: Partial<Record<OperatorField, string>>
	/** What visitors search for, as counts; absent where nobody searches. */
	demand?: Demand
	/** Salons for the demo; absent where there is none. */
	sandboxes?: Sandboxes
	/** How customers can pay online; absent where they cannot. */
	payments?: 'test' | 'stripe'
	/** Keys for Stripe; also kept while new payments go to nobody, so that refunds reach it. Never logged, never in a page. */
	stripe?: StripeSettings
	devMailbox?: { list(): Promise<MailboxEntry[]>; read(id: string): Promise<MailboxEntry | undefined> }
}

/** How many salons wait for visitors of the demo, and the rows of a new one for an account. */
export type Sandboxes = { ready: number; partsFor(owner: string): Promise<{ table: string; rows: object[] }[]> }

/** Tiles of maps, from our own origin. */
export type MapTiles = {
	/** Our overview, vector tiles with the layers of Protomaps, or pictures. */
	kind: 'overview' | 'protomaps' | 'pictures'
	/** Address with {z}, {x} and {y}. */
	url: string
	/** The closest zoom that has data; closer views enlarge it. */
	maxZoom: number
	/** Credit that the licences require; HTML. */
	attribution: string
}

export type OperatorField =
	| 'name'
	| 'representative'
	| 'street'
	| 'place'
	| 'email'
	| 'phone'
	| 'register'
	| 'vatId'
	| 'host'

export type MailboxEntry = {
	id: string
	to: string
	subject: string
	html: string
	text: string
	attachments: { filename: string; content: string; contentType: string }[]
	/** Instant, ISO 8601 in UTC. */
	sentAt: string
}

export const servicesContext = createContext<AppServices>()
/** Collects the ids of the locations that a page shows while the page is made for the cache of finished pages; otherwise null. */
export const showsContext = createContext<Set<string> | null>(null)

/** Notes the locations whose changes make this page out of date. */
export function shows(context: Readonly<RouterContextProvider>, locations: Iterable<{ id: string }>): void {
	for (const { id } of locations) context.get(showsContext)?.add(id)
}

/** Collects the searches that a page answers while the page is made for the cache of finished pages; otherwise null. */
export const wantedContext = createContext<Wanted[] | null>(null)

/** Counts a search, or notes it for whenever somebody is sent the page that is being made. */
export function noteSearch(context: Readonly<RouterContextProvider>, request: Request, wanted: Wanted): void {
	const page = context.get(wantedContext)
	if (page) page.push(wanted)
	else if (isPerson((name) => request.headers.get(name))) context.get(servicesContext).demand?.count(wanted)
}

/** Address of the caller, for rate limits. */
export const addressContext = createContext<string>('')

/** Whether the request comes from this machine itself and through no proxy. */
export const ownMachineContext = createContext<boolean>(false)
