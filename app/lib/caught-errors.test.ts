import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.resetModules())

it('keeps what was caught before there is somebody to report to, and passes on what comes later', async () => {
	const { caught, reportTo } = await import('./caught-errors.ts')
	const reported: unknown[] = []
	const early = new Error('while hydrating')
	caught(early)
	for (let index = 0; index < 50; index++) caught(new Error('again'))
	reportTo((error) => void reported.push(error))
	expect(reported).toHaveLength(10)
	expect(reported[0]).toBe(early)
	caught('later')
	expect(reported.at(-1)).toBe('later')
})

it("leaves out what is not the page's fault", async () => {
	const { caught, reportTo } = await import('./caught-errors.ts')
	const { ConnectionLost } = await import('./trouble.ts')
	const reported: unknown[] = []
	reportTo((error) => void reported.push(error))
	caught({ status: 404, statusText: 'Not Found', internal: false, data: 'Page Not Found' })
	caught(new ConnectionLost())
	caught(new TypeError('Failed to fetch'))
	caught(new Error('Unexpected Server Error'))
	expect(reported).toEqual([])
})
