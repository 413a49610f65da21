import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer } from '../realtime/test-server.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { failures } from './errors.ts'
import { createImageCache } from './image-cache.ts'
import { createStorage } from './service.ts'

let database: TestDatabase
let server: TestServer
let folder: string

beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'images-'))
	database = await createTestDatabase()
	server = await startTestServer(database, {
		services: async (context) => {
			const sizes = {
				site: [
					{ width: 40, height: 20 },
					{ width: 30, height: 30, resize: 'contain' as const },
				],
			}
			context.settings.storage = { images: { sizes, atOnce: 1, waiting: 4, formats: ['webp'] } }
			const storage = await createStorage(context)
			// As the gateway passes on the address of a caller.
			return {
				storage: (request, url, caller) =>
					storage(request, url, { ...caller, from: request.headers.get('x-test-from') ?? undefined }),
			}
		},
	})
	const { storage } = server.client({ secret: true })
	const [width, height] = [400, 300]
	const noise = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
		.png()
		.toBuffer()
	for (const bucket of ['site', 'any']) {
		await storage.createBucket(bucket, { public: true })
		await storage.from(bucket).upload('a.png', noise, { contentType: 'image/png' })
	}
})
afterAll(async () => {
	await server.close()
	await database.drop()
	await fs.rm(folder, { recursive: true, force: true })
})

const get = (bucket: string, query: string, from = '192.0.2.1'): Promise<Response> =>
	fetch(`${server.url}/storage/v1/render/image/public/${bucket}/a.png?${query}`, {
		headers: { accept: 'image/avif,image/webp', 'x-test-from': from },
	})

test('a bucket with a list of sizes makes only those', async () => {
	for (const [query, width, height] of [
		['width=40&height=20&resize=cover', 40, 20],
		['width=40&height=20', 40, 20],
		['width=30&height=30&resize=contain&quality=80', 30, 23],
	] as const) {
		const answer = await get('site', query)
		expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
		expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width, height })
	}
	for (const query of [
		...['', 'width=40', 'width=41&height=20', 'width=20&height=40', 'width=40&height=20&resize=fill', 'format=origin'],
		...['width=40&height=20&quality=81', 'width=30&height=30', 'width=2499&height=2499', 'quality=20'],
	])
		expect(`${query}: ${(await get('site', query)).status}`).toBe(`${query}: 400`)
	const { data } = await server
		.client({ secret: true })
		.storage.from('site')
		.createSignedUrl('a.png', 60, { transform: { width: 41 } })
	expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
})

test('invalid numbers are refused, and nothing is enlarged', async () => {
	for (const number of [
		'-1',
		'0',
		'NaN',
		'1e9',
		'1.5',
		'0x10',
		'2501',
		'Infinity',
		' ',
		'١٢',
		'9'.repeat(400),
		'1,2',
		'%00',
	]) {
		const { status } = await get('any', `width=${encodeURIComponent(number)}&height=7`)
		expect(`${number}: ${status}`).toBe(`${number}: 400`)
	}
	for (const resize of ['cover', 'contain', 'fill']) {
		const answer = await get('any', `width=2500&height=2500&resize=${resize}`)
		const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
		expect({ resize, fits: width <= 400 && height <= 300 }).toEqual({ resize, fits: true })
	}
})

test('when too many come at once, some are told to try again', async () => {
	const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => get('any', `width=${300 + i}`)))
	const refused = answers.filter(({ status }) => status === 503)
	expect(refused.length).toBeGreaterThan(0)
	expect(answers.length - refused.length).toBeGreaterThanOrEqual(2)
	expect(refused[0]?.headers.get('retry-after')).toBe('5')
	expect(await refused[0]?.json()).toMatchObject({ code: 'SlowDown' })
	// One after the other, all of them are made.
	for (let i = 0; i < 12; i++) expect((await get('any', `width=${300 + i}`)).status).toBe(200)
})

type Making = { id: string; done(image: Buffer): void; fail(error: Error): void }

/** A cache whose images are made when the test says so. */
function slowCache(name: string, options: { atOnce: number; waiting: number }) {
	const cache = createImageCache(path.join(folder, name), options)
	const made: Making[] = []
	const ask = (id: string, from = id) =>
		cache(
			id,
			() => new Promise<Buffer>((resolve, reject) => made.push({ id, done: resolve, fail: reject })),
			from,
		).then(String, (error: Error & { statusCode?: number }) => error.statusCode ?? error.message)
	const begun = async (count: number): Promise<void> => {
		await expect.poll(() => made.length).toBe(count)
	}
	return { ask, made, begun }
}

test('images wait in order, within limits, and each is made once', async () => {
	const { ask, made, begun } = slowCache('order', { atOnce: 2, waiting: 2 })
	const begins = async (id: string, count: number) => {
		const answer = ask(id)
		await begun(count)
		return { answer }
	}
	await begins('a', 1)
	const second = await begins('b', 2)
	// Each looks on the disk first, so which two of the four find a place is left to chance.
	const refused: string[] = []
	const asked = ['c', 'd', 'e', 'f'].map(async (id) => {
		const answer = await ask(id)
		if (answer === 503) refused.push(id)
		return answer
	})
	await expect.poll(() => refused).toHaveLength(2)
	const [one = '', two = ''] = ['c', 'd', 'e', 'f'].filter((id) => !refused.includes(id))
	const again = ['a', one].map((id) => ask(id))
	made[1]?.done(Buffer.from('B'))
	expect(await second.answer).toBe('B')
	await begun(3)
	made[0]?.done(Buffer.from('A'))
	await begun(4)
	for (const image of made.slice(2)) image.done(Buffer.from(image.id.toUpperCase()))
	expect((await Promise.all(asked)).filter((answer) => answer !== 503)).toEqual(
		[one, two].map((id) => id.toUpperCase()),
	)
	expect(await Promise.all(again)).toEqual(['A', one.toUpperCase()])
	expect(made.map(({ id }) => id).toSorted()).toEqual(['a', 'b', one, two])
	expect(await ask('a')).toBe('A')
	// Another process finds the images in the folder.
	const other = slowCache('order', { atOnce: 1, waiting: 0 })
	expect(await other.ask(two)).toBe(two.toUpperCase())
	expect(made).toHaveLength(4)
})

test('one network has a quarter of the places, whatever its addresses, and others are served in between', async () => {
	const { ask, made, begun } = slowCache('shares', { atOnce: 1, waiting: 8 })
	const loud = (index: number) => ask(`loud ${index}`, `2001:db8:0:7::${index}`)
	const answers = [loud(0)]
	await begun(1)
	const more = await Promise.all([1, 2, 3, 4, 5].map((index) => Promise.race([loud(index), wait(50, 'waits')])))
	expect(more.map(String).toSorted()).toEqual(['503', '503', '503', 'waits', 'waits'])
	const others = ['192.0.2.1', '192.0.2.2', '2001:db8:0:8::1', ''].map((from) => ask(`quiet ${from}`, from))
	await wait(20)
	// Images are made one after the other: the busy network's second image waits for those of the quiet networks.
	for (let count = 1; count <= 7; count++) {
		await begun(count)
		made.at(-1)?.done(Buffer.from('made'))
	}
	expect(await Promise.all([...answers, ...others])).toEqual(Array(5).fill('made'))
	const order = made.map(({ id }) => id.split(' ')[0])
	expect(order.at(-1)).toBe('loud')
})

test('an image that was refused to another network for lack of places is still made', async () => {
	const { ask, made, begun } = slowCache('joined', { atOnce: 1, waiting: 4 })
	const first = [ask('a', '192.0.2.1')]
	await begun(1)
	first.push(ask('b', '192.0.2.1'))
	await wait(20)
	const both = [ask('c', '192.0.2.1'), ask('c', '192.0.2.2')]
	expect(await both[0]).toBe(503)
	await wait(20)
	for (let count = 1; count <= 3; count++) {
		await begun(count)
		made.at(-1)?.done(Buffer.from('made'))
	}
	expect(await Promise.all([...first, both[1]])).toEqual(['made', 'made', 'made'])
})

test("the service passes on the caller's address", async () => {
	const asked = [310, 311, 312, 313, 314, 315].map((width) => get('any', `width=${width + 50}`, '198.51.100.1'))
	const other = get('any', 'width=371', '198.51.100.2')
	expect((await other).status).toBe(200)
	expect((await Promise.all(asked)).map(({ status }) => status)).toContain(503)
})

test('an image that cannot be made is not tried again; one that failed by chance is', async () => {
	const { ask, made, begun } = slowCache('failing', { atOnce: 1, waiting: 5 })
	const answers = [ask('bad'), ask('bad')]
	await begun(1)
	made[0]?.fail(failures.invalidRequest('no picture'))
	expect(await Promise.all(answers)).toEqual([400, 400])
	expect(await ask('bad')).toBe(400)
	expect(made).toHaveLength(1)
	for (const error of [failures.busy(), new Error('disk')]) {
		const begunBefore = made.length
		const answer = ask('chance')
		await begun(begunBefore + 1)
		made.at(-1)?.fail(error)
		expect([503, 'disk']).toContain(await answer)
	}
	const last = ask('chance')
	await begun(4)
	made.at(-1)?.done(Buffer.from('made'))
	expect(await last).toBe('made')
})
