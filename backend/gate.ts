export type GateLimits = {
	/** How many run at a time, of all callers and of one address. */
	running: number
	runningEach: number
	/** How many wait at most, of all callers and of one address. */
	waiting: number
	waitingEach: number
	/** How long one waits at most. */
	waitMs: number
	/** The error for whoever finds no place or waits too long. */
	refuse: () => Error
}

/** Lets callers in one after the other, in turns by their address, so that one with many requests delays its own. */
export type Gate = {
	/** Waits for a turn; the answer gives it back. @throws what `refuse` makes, when too many wait, or for too long. */
	enter(address: string): Promise<() => void>
	counts(): { running: number; waiting: number }
}

type Waiter = { start(): void }
type Line = { running: number; waiters: Set<Waiter> }

/** Makes a gate. Turns go round the addresses that wait; within one, who came first goes first. */
export function createGate(limits: GateLimits): Gate {
	// In the order of their next turn; an address without requests has no line.
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
