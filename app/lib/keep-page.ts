import { type DataRouter, data, type DataStrategyResult, isRouteErrorResponse } from 'react-router'
import { adminPaths } from './admin-paths.ts'
import { guardFor } from './guard.ts'
import { paths } from './paths.ts'
import { redirect } from './redirect.ts'
import { ConnectionLost, isConnection, type Trouble, type TroubleKind, troubles } from './trouble.ts'

type Results = Record<string, DataStrategyResult>

/**
 * Keeps the page that is open, with everything that was typed, when a request gets no proper answer: no connection, a server error, a
 * session that has ended, a row that is gone. `Trouble` says so. Without this an error page would replace it.
 * `router` is that of this browser window; its state tells what is shown. A page that was only being refreshed stays as it was, and so does the
 * calendar, where the desk works, when another day or panel of it cannot be fetched; for any other page the next boundary shows the error.
 */
export function keeperOf(router: DataRouter): (request: Request, results: Results) => Results {
	return (request, results) => (request.method === 'GET' ? looked(router, request, results) : sent(router, results))
}

function sent(router: DataRouter, results: Results): Results {
	const kept: Results = {}
	let found: Trouble | undefined
	for (const [id, outcome] of Object.entries(results)) {
		const problem = troubleOf(outcome)
		found ??= problem
		// What a page was answered before stays as well: it may show choices that were made since. A fetcher gets null: with nothing the
		// router would leave it the answer before, which would be taken for the one to this.
		const before = router.state.navigation.state === 'submitting' ? router.state.actionData?.[id] : null
		kept[id] = problem ? { type: 'data', result: data(before, { status: 503 }) } : outcome
	}
	troubles.tell(found)
	return kept
}

function looked(router: DataRouter, request: Request, results: Results): Results {
	const same = addressOf(request.url) === addressOf(location.href)
	if (!same && isWithinCalendar(router, request)) {
		const lost = Object.entries(results).find(([, outcome]) => isLost(outcome))
		if (lost) {
			troubles.tell({ kind: 'offline', sent: false })
			// The router goes on only to another page or to an error; this adds nothing to the history.
			const stay = redirect(`${location.pathname}${location.search}`, { headers: { 'x-remix-replace': 'true' } })
			return { ...results, [lost[0]]: { type: 'error', result: stay } }
		}
	}
	const kept: Results = {}
	let stale = false
	for (const [id, outcome] of Object.entries(results)) {
		const problem = outcome.type === 'error' && !(outcome.result instanceof Response) ? troubleOf(outcome) : undefined
		const passing = problem?.kind === 'offline' || problem?.kind === 'failed'
		if (passing && isAsked(router, id)) kept[id] = { type: 'data', result: null }
		else if (passing && isKept(router, id, same)) stale ||= same
		else kept[id] = problem?.kind === 'offline' ? { type: 'error', result: new ConnectionLost() } : outcome
	}
	const told = troubles.now()
	// That something got no answer, or was not sent without a connection, is the more important news; a refresh often follows it.
	if (stale && !told?.sent && told?.kind !== 'offline') troubles.tell({ kind: 'stale', sent: false })
	else if (!stale && told && !told.sent) troubles.tell(undefined)
	return kept
}

/** Whether somebody goes from one part of the calendar to another. */
function isWithinCalendar({ state }: DataRouter, request: Request): boolean {
	const parts = [location.pathname, new URL(request.url).pathname]
	return state.navigation.state === 'loading' && parts.every((path) => path.startsWith(adminPaths.calendar()))
}

const isLost = ({ type, result }: DataStrategyResult): boolean =>
	type === 'error' && !(result instanceof Response) && troubleOf({ type, result })?.kind === 'offline'

/** Path and query of a page; `index` only tells the router's forms apart. */
function addressOf(href: string): string {
	const { pathname, searchParams } = new URL(href)
	searchParams.delete('index')
	return `${pathname}?${searchParams}`
}

/** Whether a part of a page has asked for something (`fetcher.load`): it gets null and says itself that there was no answer. */
function isAsked(router: DataRouter, id: string): boolean {
	return router.state.navigation.state === 'idle' && !(id in router.state.loaderData) && !router.state.errors
}

/** Whether a route shows something that may stay: on the same page everything, else what does not depend on the address. */
function isKept(router: DataRouter, id: string, same: boolean): boolean {
	if (router.state.errors || !(id in router.state.loaderData)) return false
	return same || id === 'root' || id.startsWith('routes/layouts/')
}

function troubleOf({ type, result: given }: DataStrategyResult): Trouble | undefined {
	const result = isWrapped(given) ? given.data : given
	if (result instanceof Response && result.status < 400) {
		// Signing out leads away on purpose.
		if (result.headers.has('X-Remix-Reload-Document')) return undefined
		const login = guardFor(location.pathname)?.login
		const target = new URL(result.headers.get('location') ?? '', location.href).pathname
		const leads =
			login !== undefined && (target === login || target === paths.login() || target === paths.secondFactor())
		return leads ? { kind: 'signed-out', sent: true, login: target } : undefined
	}
	if (type === 'data') return undefined
	const status = result instanceof Response || isRouteErrorResponse(result) ? result.status : undefined
	const kinds: Record<number, TroubleKind> = { 401: 'signed-out', 403: 'refused', 404: 'gone' }
	const kind = status === undefined ? (isConnection(result) ? 'offline' : 'failed') : (kinds[status] ?? 'failed')
	return {
		kind,
		sent: true,
		...(kind === 'signed-out' && { login: guardFor(location.pathname)?.login ?? paths.login() }),
	}
}

/** The router wraps the errors of actions like data with a status. */
function isWrapped(result: unknown): result is { data: unknown } {
	return typeof result === 'object' && result !== null && 'type' in result && result.type === 'DataWithResponseInit'
}
