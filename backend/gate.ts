export type GateLimits = {
	/** How many requests can run at a time, in total and for one address. */
	running: number
	runningEach: number
	/** How many requests can wait, in total and for one address. */
	waiting: number
	waitingEach: number
	/** Maximum wait in milliseconds. */
	waitMs: number
	/** Creates the error for a request that finds no place or waits too long. */
	refuse: () => Error
}

/** Lets requests in one after the other, taking turns by address, so that an address with many requests delays only its own. */
export type Gate = {
	/**
	 * Waits for a turn and returns the function that ends it. @throws the error of `refuse` when too many wait, or for
	 * too long.
	 */
	enter(address: string): Promise<() => void>
	counts(): { running: number; waiting: number }
}

type Waiter = { start(): void }
type Line = { running: number; waiters: Set<Waiter> }

/** Creates a gate. Waiting addresses take turns; within an address, requests run in the order they came. */
export function createGate(limits: GateLimits): Gate {
	// In the order of their next turn; addresses without waiting requests are left out.
	const lines = new Map<string, Line>()
	let running = 0
	let waiting = 0

	function leave(address: string, line: Line): () => void {
		let left = false
		return () => {
			if (left) return
			left = true
			running--
			line.running--
			if (line.running === 0 && line.waiters.size === 0) lines.delete(address)
			startNext()
		}
	}

	function startNext(): void {
		for (const [address, line] of lines) {
			if (running >= limits.running) return
			const [waiter] = line.waiters
			if (!waiter || line.running >= limits.runningEach) continue
			lines.delete(address)
			lines.set(address, line)
			waiter.start()
		}
	}

	function wait(address: string, line: Line): Promise<() => void> {
		if (waiting >= limits.waiting || line.waiters.size >= limits.waitingEach) throw limits.refuse()
		const { promise, resolve, reject } = Promise.withResolvers<() => void>()
		const end = (): void => {
			clearTimeout(timer)
			line.waiters.delete(waiter)
			waiting--
		}
		const waiter: Waiter = {
			start() {
				end()
				running++
				line.running++
				resolve(leave(address, line))
			},
		}
		const timer = setTimeout(() => {
			end()
			if (line.running === 0 && line.waiters.size === 0) lines.delete(address)
			reject(limits.refuse())
		}, limits.waitMs)
		line.waiters.add(waiter)
		waiting++
		return promise
	}

	return {
		async enter(address) {
			const line = lines.get(address) ?? { running: 0, waiters: new Set() }
			if (running >= limits.running || line.running >= limits.runningEach) {
				const turn = wait(address, line)
				lines.set(address, line)
				return turn
			}
			lines.set(address, line)
			running++
			line.running++
			return leave(address, line)
		},
		counts: () => ({ running, waiting }),
	}
}
