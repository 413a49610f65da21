import { useSyncExternalStore } from 'react'
import { type Trouble, troubles } from '#app/lib/trouble.ts'

/** The reason why this page gets no answers at the moment. */
export function useTrouble(): Trouble | undefined {
	return useSyncExternalStore(troubles.subscribe, troubles.now, () => undefined)
}
