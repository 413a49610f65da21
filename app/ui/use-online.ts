import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
	for (const name of ['online', 'offline']) addEventListener(name, listener)
	return () => {
		for (const name of ['online', 'offline']) removeEventListener(name, listener)
	}
}

/** Whether the browser has a connection, as far as it knows; on the server it has. */
export function useOnline(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	)
}
