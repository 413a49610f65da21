import { useEffect, useRef, useState } from 'react'
import { type Change, expiryOf, type Live, type LiveOptions, openLive } from './live.ts'

type Options = Pick<LiveOptions, 'url' | 'publishableKey' | 'location'> & {
	/**
	 * The member's access token from the page. Calling `onChange` with null makes the page reload, which also brings a
	 * fresh token.
	 */
	token: string
	onChange: (change: Change | null) => void
}

// The server renews tokens in their last 90 seconds.
const BEFORE_END_MS = 80_000
const AGAIN_MS = 20_000

/**
 * Reports changes of a location's appointments as they happen. Reports null when some may have been missed: when the connection
 * is established (again), when the page becomes visible again, every minute, and shortly before the token expires, so that an
 * open calendar stays live as long as the session. Returns true while connected.
 */
export function useLiveAppointments({ url, publishableKey, token, location, onChange }: Options): boolean {
	const [live, setLive] = useState(false)
	const opened = useRef<Live>(undefined)
	const current = useRef({ token, onChange })
	useEffect(() => {
		current.current = { token, onChange }
	})
	useEffect(() => {
		if (!location) return undefined
		let ended = false
		const missed = (): void => current.current.onChange(null)
		const looked = (): void => {
			if (document.visibilityState === 'visible') missed()
		}
		const open = async (): Promise<void> => {
			const made = await openLive({
				url,
				publishableKey,
				location,
				token: () => current.current.token,
				onChange: (change) => current.current.onChange(change),
				onLive: setLive,
				renew: missed,
			})
			if (ended) made.close()
			else opened.current = made
		}
		void open()
		const timer = setInterval(looked, 60_000)
		document.addEventListener('visibilitychange', looked)
		globalThis.addEventListener('online', looked)
		return () => {
			ended = true
			clearInterval(timer)
			document.removeEventListener('visibilitychange', looked)
			globalThis.removeEventListener('online', looked)
			opened.current?.close()
			opened.current = undefined
		}
	}, [url, publishableKey, location])
	useEffect(() => {
		opened.current?.renewed()
		let timer: ReturnType<typeof setTimeout>
		const renew = (): void => {
			current.current.onChange(null)
			timer = setTimeout(renew, AGAIN_MS)
		}
		timer = setTimeout(renew, Math.max(AGAIN_MS, expiryOf(token) - Date.now() - BEFORE_END_MS))
		return () => clearTimeout(timer)
	}, [token])
	return live
}
