import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
	for (const name of ['online', 'offline']) addEventListener(name, listener)
	return () => {
		for (const name of ['online', 'offline']) removeEventListener(name, listener)
	}
}

/** For the `prefetch` of a link, which is loaded in advance when somebody points at it, but not without a connection. */
export function useAhead(): 'intent' | 'none' {
	const online = useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	)
	return online ? 'intent' : 'none'
}
