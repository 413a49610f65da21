import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
	for (const name of ['online', 'offline']) addEventListener(name, listener)
	return () => {
		for (const name of ['online', 'offline']) removeEventListener(name, listener)
	}
}

/** For `prefetch` of a link: it is fetched ahead when somebody points at it, but not into nothing without a connection. */
export function useAhead(): 'intent' | 'none' {
	const online = useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	)
	return online ? 'intent' : 'none'
}
