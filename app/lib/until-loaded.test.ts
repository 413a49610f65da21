import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { troubles } from './trouble.ts'
import { untilLoaded } from './until-loaded.ts'

beforeEach(() => {
	vi.useFakeTimers()
	const target = new EventTarget()
	vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
	vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
	vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target))
})
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
	troubles.tell(undefined)
})

it('loads at the first success, and says that there is no connection', async () => {
	vi.stubGlobal('navigator', { onLine: false })
	let tries = 0
	const part = untilLoaded(async () => {
		if (++tries < 3) throw new TypeError('Failed to fetch dynamically imported module')
		return 'part'
	})
	await vi.advanceTimersByTimeAsync(0)
	expect(troubles.now()).toEqual({ kind: 'offline', sent: false })
	await vi.advanceTimersByTimeAsync(999)
	expect(tries).toBe(1)
	await vi.advanceTimersByTimeAsync(1)
	expect(tries).toBe(2)
	// When the connection is back, the next try comes at once.
	dispatchEvent(new Event('online'))
	await expect(part).resolves.toBe('part')
})

it('is silent while there is a connection', async () => {
	vi.stubGlobal('navigator', { onLine: true })
	let tries = 0
	const part = untilLoaded(async () => {
		if (++tries < 2) throw new TypeError('Failed to fetch')
		return 'part'
	})
	await vi.advanceTimersByTimeAsync(1000)
	await expect(part).resolves.toBe('part')
	expect(troubles.now()).toBeUndefined()
})
