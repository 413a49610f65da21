type Wish = { id: string }

/**
 * Sends one request after the other, because two at once could be carried out in either order. Of those waiting for the same item
 * (`id`), only the last counts. Calls `ended` when everything is answered.
 */
export function openSendQueue<Sent extends Wish>(send: (wish: Sent) => Promise<void>, ended: () => void) {
	let waiting: Sent[] = []
	let current: Sent | undefined
	return {
		/** Whether a request for this item is being sent or waiting. */
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
