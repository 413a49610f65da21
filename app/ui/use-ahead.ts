import { useOnline } from './use-online.ts'

/** For the `prefetch` of a link, which is loaded in advance when somebody points at it, but not without a connection. */
export function useAhead(): 'intent' | 'none' {
	return useOnline() ? 'intent' : 'none'
}
