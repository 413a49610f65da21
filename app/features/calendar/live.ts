import { untilLoaded } from '#app/lib/until-loaded.ts'

export type Change = {
	id: string
	state: string
	contact_name: string
	starts_at: string
	source: string
	sequence: number
}

export type LiveOptions = {
	url: string
	publishableKey: string
	location: string
	/** The member's present access token. */
	token: () => string
	/** Called with a change, or with null when some may have been missed. */
	onChange: (change: Change | null) => void
	/** Called when changes begin or stop arriving. */
	onLive: (live: boolean) => void
	/** Requests a fresh token, which then comes through `renewed`. */
	renew: () => void
}

export type Live = { renewed(): void; close(): void }

const RETRY_MS = 2000
// As in the specification (§ 9).
const TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 30_000

/**
 * Subscribes to changes of a location's appointments and of what else its calendar shows. The server ends a subscription when its token expires: `renewed` passes on
 * a newer one, and a subscription that ended is opened again with the present token.
 */
export async function openLive(options: LiveOptions): Promise<Live> {
	const { createClient, REALTIME_SUBSCRIBE_STATES } = await untilLoaded(() => import('@supabase/supabase-js'))
	// Only the server's middleware refreshes tokens; a second refresher could sign the member out.
	const client = createClient(options.url, options.publishableKey, {
		accessToken: () => Promise.resolve(options.token()),
		realtime: { timeout: TIMEOUT_MS, heartbeatIntervalMs: HEARTBEAT_MS },
	})
	let ended = false
	let attempt = 0
	let timer: ReturnType<typeof setTimeout> | undefined

	async function subscribe(): Promise<void> {
		// Joining without the token would be joining as a visitor, who receives nothing.
		await client.realtime.setAuth()
		if (ended) return
		attempt++
		const own = attempt
		const channel = client
			.channel(`appointments-${options.location}-${own}`)
			.on(
				'postgres_changes',
				{ event: '*', schema: 'public', table: 'appointments', filter: `location_id=eq.${options.location}` },
				(payload) => options.onChange('id' in payload.new ? (payload.new as Change) : null),
			)
			.on(
				'postgres_changes',
				{ event: '*', schema: 'public', table: 'holds', filter: `location_id=eq.${options.location}` },
				() => options.onChange(null),
			)
			// Blocked time, courses and their waiting lists, absences, hours, the team.
			.on(
				'postgres_changes',
				{ event: 'INSERT', schema: 'public', table: 'calendar_changes', filter: `location_id=eq.${options.location}` },
				() => options.onChange(null),
			)
		// The service reports when it has begun to follow the table, which may be later than the subscription.
		channel.on('system', {}, () => void (own === attempt && !ended && options.onChange(null)))
		channel.subscribe((status) => {
			if (ended || own !== attempt) return
			const stands = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED
			options.onLive(stands)
			if (stands) options.onChange(null)
			// The channel itself retries after errors and time-outs.
			if (status !== REALTIME_SUBSCRIBE_STATES.CLOSED) return
			options.renew()
			clearTimeout(timer)
			timer = setTimeout(() => {
				void client.removeChannel(channel)
				void subscribe()
			}, RETRY_MS)
		})
	}

	await subscribe()
	return {
		renewed: () => void client.realtime.setAuth(),
		close: () => {
			ended = true
			clearTimeout(timer)
			void client.removeAllChannels().then(() => client.realtime.disconnect())
		},
	}
}

/** When a token expires, in milliseconds since 1970; the present time if it cannot be read. */
export function expiryOf(token: string): number {
	try {
		const body = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
		return (JSON.parse(body) as { exp: number }).exp * 1000
	} catch {
		return Date.now()
	}
}
