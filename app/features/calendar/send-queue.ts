type Wish = { id: string }

/**
 * Sends one wish after the other: two on their way at once would be carried out in either order. Of those that wait for the same thing
 * (`id`) the last counts. `ended` hears when everything is answered.
 */
export function openSendQueue<Sent extends Wish>(send: (wish: Sent) => Promise<void>, ended: () => void) {
	let waiting: Sent[] = []
	let current: Sent | undefined
	return {
		/** Whether something about this is on its way or waits. */
		holds: (id: string): boolean => [current, ...waiting].some((wish) => wish?.id === id),
		async add(wish: Sent): Promise<void> {
			waiting = [...waiting.filter(({ id }) => id !== wish.id), wish]
			if (current) return
			try {
				while ((current = waiting.shift())) await send(current)
			} finally {
				current = undefined
			}
			ended()
		},
	}
}
