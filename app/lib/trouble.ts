import type { DataStrategyResult } from 'react-router'
import { tabNews } from './tab-news.ts'

/** What keeps a page from getting an answer. */
export type TroubleKind = 'offline' | 'failed' | 'signed-out' | 'refused' | 'gone' | 'stale'
export type Trouble = {
	kind: TroubleKind
	/** Whether a form was sent; what was typed is then still in it. */
	sent: boolean
	/** Where to sign in, when the session has ended. */
	login?: string
}

/** Thrown for a page that could not be fetched because there is no connection. */
export class ConnectionLost extends Error {
	override name = 'ConnectionLost'
}

/** The text of every error that comes from the server, whatever its name. */
export const OF_THE_SERVER = 'Unexpected Server Error'

/** Whether a request failed for want of a connection. */
export function isConnection(error: unknown): boolean {
	if (!(error instanceof Error) || error.message === OF_THE_SERVER) return false
	return error instanceof TypeError || error.message === 'Unable to decode turbo-stream response'
}

let trouble: Trouble | undefined
const listeners = new Set<() => void>()

export const troubles = {
	now: (): Trouble | undefined => trouble,
	subscribe(listener: () => void): () => void {
		listeners.add(listener)
		return () => listeners.delete(listener)
	},
	tell(next: Trouble | undefined): void {
		if (next === trouble) return
		trouble = next
		for (const listener of listeners) listener()
	},
}

type Results = Record<string, DataStrategyResult>
type Keeper = (request: Request, results: Results) => Results

let keeper: Keeper | undefined

/** Whether there is no connection; also tells the page so. Nothing should be requested then. */
export function isCutOff(): boolean {
	if (navigator.onLine) return false
	troubles.tell({ kind: 'offline', sent: false })
	return true
}

/** Sets the keeper (keep-page.ts), which then sees every answer. It is loaded once the page may send something. */
export function keepWith(found: Keeper): void {
	keeper = found
}

/** Wraps every request of the router in the browser. While there is no keeper, reads wait for a connection. */
export async function keepPage({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
	if (!keeper && request.method === 'GET' && isCutOff()) await connection(request.signal)
	const results = await next()
	tabNews.tell(request.method !== 'GET')
	if (request.signal.aborted) return results
	return keeper ? keeper(request, results) : named(results)
}

function named(results: Results): Results {
	const lost = ({ type, result }: DataStrategyResult): boolean => type === 'error' && isConnection(result)
	return Object.fromEntries(
		Object.entries(results).map(([id, outcome]) => [
			id,
			lost(outcome) ? { type: 'error', result: new ConnectionLost() } : outcome,
		]),
	)
}

function connection(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		addEventListener('online', () => resolve(), { once: true, signal })
		signal.addEventListener('abort', () => resolve(), { once: true })
	})
}
