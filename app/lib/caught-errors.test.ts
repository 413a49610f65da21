import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.resetModules())

it('keeps errors caught before there is a reporter, and passes on later ones at once', async () => {
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

it("leaves out errors that are not the page's fault", async () => {
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
