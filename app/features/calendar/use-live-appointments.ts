import { useEffect, useRef, useState } from 'react'

export type Change = {
	id: string
	state: string
	contact_name: string
	starts_at: string
	source: string
	sequence: number
}

type Options = {
	url: string
	publishableKey: string
	/** The member's access token; a newer one is used for the next connection. */
	token: string
	location: string
	onChange: (change: Change | null) => void
}

/**
 * Tells about changes of a location's appointments as they happen, and with null that some may have been missed: when the
 * connection stands (again), and every minute. True while the connection stands.
 */
export function useLiveAppointments({ url, publishableKey, token, location, onChange }: Options): boolean {
	const [live, setLive] = useState(false)
	const current = useRef({ token, onChange })
	useEffect(() => {
		current.current = { token, onChange }
	})
	useEffect(() => {
		let ended = false
		let stop = (): void => undefined
		const open = async (): Promise<void> => {
			const { createClient, REALTIME_SUBSCRIBE_STATES } = await import('@supabase/supabase-js')
			if (ended) return
			// The server's middleware alone refreshes tokens; a second one that does can sign the member out.
			const client = createClient(url, publishableKey, { accessToken: () => Promise.resolve(current.current.token) })
			// Joining without the token would be joining as a visitor, who hears nothing.
			await client.realtime.setAuth(current.current.token)
			if (ended) return
			client
				.channel(`appointments-${location}`)
				.on(
					'postgres_changes',
					{ event: '*', schema: 'public', table: 'appointments', filter: `location_id=eq.${location}` },
					(payload) => current.current.onChange('id' in payload.new ? (payload.new as Change) : null),
				)
				.subscribe((status) => {
					const stands = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED
					setLive(stands)
					if (stands) current.current.onChange(null)
				})
			stop = () => void client.removeAllChannels().then(() => client.realtime.disconnect())
		}
		void open()
		const timer = setInterval(() => {
			if (document.visibilityState === 'visible') current.current.onChange(null)
		}, 60_000)
		return () => {
			ended = true
			clearInterval(timer)
			stop()
		}
	}, [url, publishableKey, location])
	return live
}
