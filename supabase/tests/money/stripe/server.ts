import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { desk } from './desk.ts'
import { type Delivery, eventOf, send } from './events.ts'
import { onboardPage, payPage } from './pages.ts'
import { Refusal, ROUTES } from './routes.ts'
import { newId, type Account, type State } from './state.ts'

/** What goes wrong with the next request: an error of Stripe's, too many requests, an answer that gets lost, or never comes, after the effect. */
export type Fault = 'none' | 'error' | 'busy' | 'lost' | 'silent'
type Kept = { status: number; body: object; sent: string }

/** Starts the fake on a free port. @param hook where it sends events to; without it they can only be asked for */
export async function startFakeStripe(hook?: string) {
	const state: State = { accounts: new Map(), links: new Map() }
	const delivery: Delivery = { hook, secret: 'whsec_fake', times: 1, reversed: false }
	const kept = new Map<string, Kept>()
	const effects = new Map<string, number>()
	const faults: Fault[] = []
	let deliveries: Promise<unknown> = Promise.resolve()
	// True: the answer never comes.
	let onEffect = (_route: string): boolean => false

	const changed = (kind: string, account: Account, object: object): void => {
		const event = eventOf(kind, account, object)
		deliveries = deliveries.then(() => send(event, delivery))
	}
	const server = createServer(async (request, response) => {
		const sent = await bodyOf(request)
		const { pathname, searchParams } = new URL(request.url ?? '/', origin())
		const [, place = '', last = ''] = pathname.split('/')
		if (place === 'pay' || place === 'onboard') {
			const action = new URLSearchParams(sent).get('action') ?? undefined
			const { status, location, html } = (place === 'pay' ? payPage : onboardPage)(state, last, action, changed)
			response
				.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...(location ? { location } : {}) })
				.end(html)
			return
		}
		const answer = (status: number, body: object): void => {
			response
				.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
				.end(JSON.stringify(body))
		}
		const fault = faults.shift()
		if (fault === 'error') return answer(500, { error: { type: 'api_error', message: 'try again' } })
		if (fault === 'busy') return answer(429, { error: { type: 'rate_limit_error', message: 'too many' } })
		const account = request.headers['stripe-account'] as string | undefined
		const key = request.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined
		const known = key && kept.get(`${account}:${key}`)
		if (known && known.sent !== pathname + sent)
			return answer(400, { error: { type: 'idempotency_error', message: 'other parameters' } })
		if (known) return answer(known.status, known.body)
		const { status, body, route } = work(request, pathname, sent || searchParams.toString(), account)
		if (key) kept.set(`${account}:${key}`, { status, body, sent: pathname + sent })
		if (status < 300 && request.method === 'POST') {
			effects.set(route, (effects.get(route) ?? 0) + 1)
			if (onEffect(route)) return
		}
		if (fault === 'lost') return void request.socket.destroy()
		if (fault !== 'silent') answer(status, body)
	})
	const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

	function work(request: IncomingMessage, pathname: string, sent: string, account: string | undefined) {
		const [pattern, id] = patternOf(pathname)
		const route = `${request.method} ${pattern}`
		const isJson = request.method === 'POST' && request.headers['content-type']?.includes('json')
		const params = isJson ? JSON.parse(sent) : formOf(sent)
		try {
			const handler = ROUTES[route]
			if (!handler) throw new Refusal(404, 'resource_missing')
			const asked = {
				account: account ? state.accounts.get(account) : undefined,
				id,
				params,
				origin: origin(),
				changed,
			}
			return { route, status: 200, body: structuredClone(handler(state, asked)) as object }
		} catch (error) {
			if (!(error instanceof Refusal)) throw error
			const { status, code } = error
			return { route, status, body: { error: { type: 'invalid_request_error', code, message: code } } }
		}
	}

	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		...{ base: origin(), state, delivery, faults },
		...desk(state, changed),
		/** How often something was really done. */
		effects: (route: string): number => effects.get(route) ?? 0,
		whenDone: (listener: (route: string) => boolean) => {
			onEffect = listener
		},
		/** A day has passed: keys are no longer known. */
		forget: () => kept.clear(),
		/** Waits until everything is sent. */
		delivered: () => deliveries,
		settings: { secretKey: 'sk_test_fake', webhookSecret: delivery.secret, apiBase: origin() },
		async stop() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
}
export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

async function bodyOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = []
	for await (const part of request) parts.push(part as Buffer)
	return Buffer.concat(parts).toString()
}

/** `/v1/refunds/re_1` is asked as `/v1/refunds/:`. */
function patternOf(pathname: string): [pattern: string, id: string] {
	const id = pathname.split('/').find((part) => /^(cs|acct|re|po)_/.test(part))
	return id ? [pathname.replace(id, ':'), id] : [pathname, '']
}

/** `a[b][0]=c` is {a: {b: {0: c}}}. */
function formOf(sent: string): Record<string, never> {
	type Tree = { [name: string]: Tree | string }
	const form: Tree = {}
	for (const [name, value] of new URLSearchParams(sent)) {
		const path = name.replaceAll(']', '').split('[')
		let branch = form
		for (const part of path.slice(0, -1)) branch = (branch[part] ??= {}) as Tree
		branch[path.at(-1) ?? ''] = value
	}
	return form as Record<string, never>
}
