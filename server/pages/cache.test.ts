import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createDemand, type Demand } from '#app/lib/search-demand.ts'
import { createPageCache, type PageCache, type RenderPage } from './cache.ts'

let server: Server | undefined

afterEach(() => server?.close())

const PUBLIC = { 'content-type': 'text/html', 'cache-control': 'public, max-age=0' }

/** A server with a cache before an application that answers "next". @returns a way to ask it, and the cache */
async function serve(render: RenderPage, life = { told: 60_000, untold: 60_000 }, grace = 0, demand?: Demand) {
	const cache: PageCache = createPageCache({ render, siteUrl: 'http://localhost', life, grace, demand })
	server = createServer((request, response) => cache.handle(request, response, () => void response.end('next')))
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const { port } = server.address() as AddressInfo
	const ask = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
		(await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()
	return { cache, ask }
}

it('makes a page once for all who wait for it, from its address and theme alone', async () => {
	const seen: Request[] = []
	const { ask } = await serve(async (request) => {
		seen.push(request)
		await new Promise((resolve) => setImmediate(resolve))
		return new Response(`page ${seen.length}`, { headers: PUBLIC })
	})
	const headers = { cookie: '_other=1; zeitplatz-theme=dark', 'x-forwarded-for': '192.0.2.1', 'accept-language': 'fr' }
	const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/listings?b=2&a=1', headers)))
	expect(new Set(answers)).toEqual(new Set(['page 1']))
	expect(seen.map((request) => [request.url, [...request.headers]])).toEqual([
		['http://localhost/listings?a=1&b=2', [['cookie', 'zeitplatz-theme=dark']]],
	])
	expect(await ask('/listings?a=1&b=2')).toBe('page 2')
})

it('drops pages that show a changed location, also while they are being made', async () => {
	let renders = 0
	let during = (): void => undefined
	const { cache, ask } = await serve((_request, { shows }) => {
		shows.add('salon')
		during()
		return new Response(`page ${++renders}`, { headers: PUBLIC })
	})
	expect([await ask('/listings'), await ask('/listings')]).toEqual(['page 1', 'page 1'])
	cache.changed('other')
	expect(await ask('/listings')).toBe('page 1')
	cache.changed('salon')
	during = () => cache.changed('salon')
	expect(await ask('/listings')).toBe('page 2')
	during = () => undefined
	expect(await ask('/listings')).toBe('page 3')
	expect(await ask('/listings')).toBe('page 3')
	cache.told(false)
	expect(await ask('/listings')).toBe('page 4')
})

it('keeps no answer that is not a public page', async () => {
	let renders = 0
	const answers: Record<string, () => Response> = {
		'/a': () => new Response('', { status: 404, headers: PUBLIC }),
		'/b': () => new Response('', { headers: { ...PUBLIC, 'set-cookie': 'a=b' } }),
		'/c': () => new Response('', { headers: { 'cache-control': 'private, no-store' } }),
		'/d': () => new Response(''),
	}
	const { cache, ask } = await serve((request) => {
		renders++
		return answers[new URL(request.url).pathname]?.() ?? new Response(null, { status: 500 })
	})
	for (const path of Object.keys(answers)) for (let round = 0; round < 2; round++) await ask(path)
	expect([renders, cache.bytes]).toEqual([8, 0])
})

it('lets the application answer when a page cannot be made', async () => {
	const { ask } = await serve(() => Promise.reject(new Error('no database')))
	expect(await ask('/listings')).toBe('next')
})

it('sends an old page while a new one is made, as long as changes are reported', async () => {
	let renders = 0
	let finish = (): void => undefined
	const render: RenderPage = async (_request, { shows }) => {
		shows.add('salon')
		if (++renders > 1) await new Promise<void>((resolve) => (finish = resolve))
		return new Response(`page ${renders}`, { headers: PUBLIC })
	}
	const { cache, ask } = await serve(render, { told: 0, untold: 0 }, 60_000)
	cache.told(true)
	expect([await ask('/listings'), await ask('/listings'), await ask('/listings')]).toEqual([
		'page 1',
		'page 1',
		'page 1',
	])
	expect(renders).toBe(2)
	finish()
	await expect.poll(() => ask('/listings')).toBe('page 2')
	// A page that shows something changed is never sent again, however long the new one takes.
	await expect.poll(() => renders).toBe(3)
	cache.changed('salon')
	const waiting = ask('/listings')
	const finishing = setInterval(() => finish(), 5)
	expect(await waiting).toMatch(/page [34]/)
	clearInterval(finishing)
})

it('sends no old page while changes are not reported', async () => {
	let renders = 0
	const { ask } = await serve(
		() => new Response(`page ${++renders}`, { headers: PUBLIC }),
		{ told: 0, untold: 0 },
		60_000,
	)
	expect([await ask('/listings'), await ask('/listings')]).toEqual(['page 1', 'page 2'])
})

it('counts the searches of people who are sent a page, however often it is made', async () => {
	const wanted = { city: 1, category: 2, weekdays: [1], hours: [9], found: true }
	const demand = createDemand()
	const render: RenderPage = (_request, notes) => {
		notes.wanted.push(wanted)
		return new Response('page', { headers: PUBLIC })
	}
	const { ask } = await serve(render, undefined, undefined, demand)
	const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
	for (const headers of [person, person, { ...person, purpose: 'prefetch' }, { 'user-agent': 'curl/8' }])
		await ask('/listings', headers)
	expect(demand.take().map(({ searched }) => searched)).toEqual([2])
})
