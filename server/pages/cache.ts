import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Demand, isPerson, type Wanted } from '#app/lib/search-demand.ts'
import { bodyOf, encodingFor } from './encode.ts'
import { type PageKey, pageKey } from './key.ts'
import { createPageStore, type Page } from './store.ts'

/** What a page says of itself while it is made: the ids of the locations that it shows, and the searches that it answers. */
export type Notes = { shows: Set<string>; wanted: Wanted[] }
/** Renders a page for nobody in particular. */
export type RenderPage = (request: Request, notes: Notes) => Response | Promise<Response>

export type PageCacheOptions = {
	render: RenderPage
	/** Counts the searches of the people who are sent a page. */
	demand?: Demand
	/** Origin of the requests that make pages. */
	siteUrl: string
	/** Bytes that finished pages may take. */
	maxBytes?: number
	/** Milliseconds that a page lives while changes are reported, and while they are not. */
	life?: { told: number; untold: number }
	/** Milliseconds after the end of its life in which a page is still sent while a new one is made; only while changes are reported. */
	grace?: number
}

export type PageCache = {
	/** Answers from finished pages, or lets `pass` answer. */
	handle(request: IncomingMessage, response: ServerResponse, pass: () => void): void
	/** Drops the pages that show a changed location, also those being rendered now. */
	changed(location: string): void
	/** Drops all pages, because something has changed that many of them show. */
	clear(): void
	/** Tells whether changes are reported from now on, and drops all pages. */
	told(on: boolean): void
	readonly bytes: number
}

type Making = { touched: Set<string>; all: boolean; done: Promise<Made> }
type Made = { page: Page } | { response: Response }

const LIFE = { told: 30_000, untold: 1_000 }
// While changes are reported, a page past its life is still sent for this long while a new one is made, so that nobody waits for it.
// One after the other, so that those who do wait are served in between.
const GRACE = 30_000

/**
 * Keeps finished, compressed public pages for unknown visitors. A page is made by a request that carries only the address, the
 * theme and at most a town, so no visitor's data can get into it; only pages that their route marks as public are kept. Requests for a page that is
 * being made wait for it.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
	const store = createPageStore(options.maxBytes ?? 32 * 1024 * 1024)
	const life = options.life ?? LIFE
	const grace = options.grace ?? GRACE
	const making = new Map<string, Making>()
	let told = false
	let remaking = false

	function agesOf(now: number): Pick<Page, 'old' | 'expires'> {
		const old = now + (told ? life.told : life.untold)
		return { old, expires: old + (told ? grace : 0) }
	}

	async function make(wanted: PageKey, making: Omit<Making, 'done'>): Promise<Made> {
		const headers = new Headers(wanted.cookie ? { cookie: wanted.cookie } : {})
		const notes: Notes = { shows: new Set(), wanted: [] }
		const response = await options.render(new Request(`${options.siteUrl}${wanted.path}`, { headers }), notes)
		const isPublic = /(^|,\s*)public(,|$)/.test(response.headers.get('cache-control') ?? '')
		if (response.status !== 200 || !isPublic || response.headers.has('set-cookie')) return { response }
		const plain = Buffer.from(await response.arrayBuffer())
		const page: Page = {
			headers: Object.fromEntries(
				[...response.headers].filter(([name]) => name !== 'vary' && name !== 'content-length'),
			),
			etag: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
			bodies: new Map([['identity', plain]]),
			...notes,
			...agesOf(performance.now()),
		}
		// A change that came meanwhile may be missing in this page: it answers the waiting requests and is not kept.
		const missed = making.all || [...making.touched].some((location) => notes.shows.has(location))
		if (!missed) store.set(wanted.key, page)
		return { page }
	}

	function join(wanted: PageKey): { first: boolean; done: Promise<Made> } {
		const known = making.get(wanted.key)
		if (known) return { first: false, done: known.done }
		const state = { touched: new Set<string>(), all: false }
		// Starts only after the page is listed in `making`, where changes look for it.
		const done = Promise.resolve()
			.then(() => make(wanted, state))
			.finally(() => making.delete(wanted.key))
		making.set(wanted.key, Object.assign(state, { done }))
		return { first: true, done }
	}

	/** A page that cannot be remade stays as it is until it expires. */
	function remake(wanted: PageKey): void {
		if (remaking || making.has(wanted.key)) return
		remaking = true
		const ended = (): void => void (remaking = false)
		void join(wanted).done.then(ended, ended)
	}

	async function answer(
		request: IncomingMessage,
		response: ServerResponse,
		wanted: PageKey,
		pass: () => void,
	): Promise<void> {
		const now = performance.now()
		let page = store.get(wanted.key, now)
		if (page && page.old <= now) remake(wanted)
		if (!page) {
			const { first, done } = join(wanted)
			const made = await done
			if ('response' in made) return first ? send(made.response, response) : pass()
			page = made.page
		}
		if (page.wanted.length > 0 && request.method === 'GET' && isPerson((name) => request.headers[name]?.toString()))
			for (const one of page.wanted) options.demand?.count(one)
		await sendPage(request, response, page, () => store.grown(wanted.key))
	}

	return {
		handle(request, response, pass) {
			const wanted = pageKey(request.method, request.url ?? '', request.headers)
			if (!wanted) return pass()
			answer(request, response, wanted, pass).catch(() => {
				// The application then handles the request: it reports the error and shows the error page.
				if (response.headersSent) response.destroy()
				else pass()
			})
		},
		changed(location) {
			for (const one of making.values()) one.touched.add(location)
			store.drop(location)
		},
		clear() {
			for (const one of making.values()) one.all = true
			store.clear()
		},
		told(on) {
			// Changes since the stream was last up are unknown.
			this.clear()
			told = on
		},
		get bytes() {
			return store.bytes
		},
	}
}

async function sendPage(
	request: IncomingMessage,
	response: ServerResponse,
	page: Page,
	grown: () => void,
): Promise<void> {
	const encoding = encodingFor(request.headers['accept-encoding'])
	const etag = `"${page.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
	const headers: Record<string, string | number> = { ...page.headers, etag, vary: 'Cookie, Accept-Encoding' }
	if (matches(request.headers['if-none-match'], etag)) {
		delete headers['content-type']
		response.writeHead(304, headers).end()
		return
	}
	const kept = page.bodies.get(encoding)
	const body = kept ?? (await bodyOf(page, encoding))
	if (!kept) grown()
	if (encoding !== 'identity') headers['content-encoding'] = encoding
	headers['content-length'] = body.length
	response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
}

// Weak comparison, as RFC 9110 wants it for If-None-Match: proxies that recompress mark the tag as weak.
function matches(given: string | undefined, etag: string): boolean {
	if (!given) return false
	return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
	const body = Buffer.from(await answer.arrayBuffer())
	const { 'set-cookie': _, ...headers } = Object.fromEntries(answer.headers)
	response.writeHead(answer.status, { ...headers, 'set-cookie': answer.headers.getSetCookie() })
	response.end(response.req.method === 'HEAD' ? undefined : body)
}
