import { useSyncExternalStore } from 'react'
import { type Trouble, troubles } from '#app/lib/trouble.ts'

/** What keeps this page from getting an answer at the moment. */
export function useTrouble(): Trouble | undefined {
	return useSyncExternalStore(troubles.subscribe, troubles.now, () => undefined)
}
