import type { DataStrategyResult } from 'react-router'

/** What keeps a page from getting an answer. */
export type TroubleKind = 'offline' | 'failed' | 'signed-out' | 'refused' | 'gone' | 'stale'
export type Trouble = {
	kind: TroubleKind
	/** Whether something was sent; then it stands in its form still. */
	sent: boolean
	/** Where to sign in, when that is what is missing. */
	login?: string
}

/** Thrown for a page that could not be fetched because there is no connection. */
export class ConnectionLost extends Error {
	override name = 'ConnectionLost'
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

/** From now on this looks at every answer, see keep-page.ts; it is fetched once something may be sent. */
export function keepWith(found: Keeper): void {
	keeper = found
}

/** Stands before every request of the browser. */
export async function keepPage({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
	const results = await next()
	return keeper && !request.signal.aborted ? keeper(request, results) : results
}
