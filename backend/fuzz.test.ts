import { once } from 'node:events'
import fc from 'fast-check'
import { patience, runs } from './testing/property-runs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer } from './realtime/test-server.ts'
import { type Fixture, createFixture } from './rest/tests/fixture.ts'

// Sends hostile and random requests to every service: there must be no server error, no hang, and no internal details
// in an answer.

const MOST_MS = 15_000
const MOST_TEST_MS = patience(180_000)
const LEAK =
	/node_modules|\.ts:\d|\bat \w+ \(|postgres:\/\/|ECONN|ENOENT|EISDIR|syntax error at|violates (unique|foreign|check|not-null)|\/tmp\/|storage\.objects/

let fixture: Fixture
const faults: string[] = []

beforeAll(async () => {
	fixture = await createFixture({
		log: (level, message, details) => {
			if (level === 'error') faults.push(`${message} ${JSON.stringify(details)}`)
		},
	})
	await fixture.service.storage.createBucket('files', { public: true })
	await fixture.service.storage.createBucket('closed', {
		public: false,
		fileSizeLimit: 100,
		allowedMimeTypes: ['text/*'],
	})
	await fixture.service.storage.from('files').upload('a.txt', 'content')
	await fixture.service.storage.from('closed').upload('folder/b', 'content', { contentType: 'text/plain' })
})
afterAll(() => fixture.drop())

const WORDS = (
	'files closed a.txt folder b x * .. . %2e%2e %2F %5C %00 %ff %25 %F0%9F%98%80 ü %ED%A0%80 public sign authenticated info list ' +
	'list-v2 move copy upload resumable render image bucket object empty cdn status functions api broadcast events topic ' +
	'00000000-0000-4000-8000-000000000000 0 -1 9999999999999999999999 null __proto__ constructor toString CON '
)
	.split(' ')
	.concat('x'.repeat(2_000))
const HOSTILE = [
	'',
	' ',
	'0',
	'-1',
	'1e999',
	'9'.repeat(400),
	'NaN',
	'null',
	'true',
	'*',
	'/',
	'application/json',
	'multipart/form-data',
	'multipart/form-data; boundary=',
	'multipart/form-data; boundary=x',
	'application/offset+octet-stream',
	'text/plain; charset=utf-7',
	'bytes=0-',
	'bytes=-0',
	'bytes=5-2',
	'bytes=0-99999999999999999999',
	'"x"',
	'W/"x"',
	'Thu, 01 Jan 1970 00:00:00 GMT',
	'1.0.0',
	'bucketName ZmlsZXM=,objectName YS50eHQ=',
	'bucketName ZmlsZXM=,objectName bmV3,contentType dGV4dC9wbGFpbg==,metadata ew==',
	'e30=',
	'W10=',
	'\u00ff\u00fe',
	'Bearer ',
	'Bearer eyJhbGciOiJub25lIn0.e30.',
	'Bearer a.b.c',
	'a'.repeat(9_000),
]
const HEADERS = (
	'content-type range if-none-match if-modified-since if-range x-upsert x-metadata cache-control accept upload-length ' +
	'upload-offset upload-metadata tus-resumable x-signature prefer accept-profile x-region upgrade origin'
).split(' ')
const KEYS = (
	'prefix limit offset sortBy search cursor with_delimiter prefixes bucketId sourceKey destinationKey destinationBucket expiresIn ' +
	'paths transform id name public file_size_limit allowed_mime_types messages topic event payload private copyMetadata metadata'
).split(' ')

const scalar = fc.oneof(
	fc.constantFrom<unknown>(...WORDS, ...HOSTILE, '\0', '\ud800', 0, -1, 1.5, 1e308, 2 ** 53, true, null),
	fc.string({ unit: 'binary' }),
)
const value = fc.oneof(
	{ weight: 4, arbitrary: scalar },
	fc.array(scalar, { maxLength: 4 }),
	fc.dictionary(
		fc.constantFrom('column', 'order', 'width', 'path', 'topic', 'event', '__proto__', 'toString'),
		scalar,
		{
			maxKeys: 3,
		},
	),
)
const json = fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 8 }).map((body) => JSON.stringify(body))
const form = fc
	.tuple(fc.constantFrom('', 'file', 'metadata', 'cacheControl'), fc.string({ unit: 'binary' }), fc.boolean())
	.map(
		([name, text, end]) =>
			`--x\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${text}${end ? '\r\n--x--' : ''}`,
	)
const body = fc.oneof(
	{ weight: 3, arbitrary: json },
	fc.uint8Array({ maxLength: 300 }),
	fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":'.repeat(500)),
	form,
)
const ROUTES = (
	'storage/v1/object storage/v1/object/list storage/v1/object/list-v2 storage/v1/object/sign storage/v1/object/upload/sign ' +
	'storage/v1/object/public storage/v1/object/info storage/v1/object/copy storage/v1/object/move storage/v1/object/authenticated ' +
	'storage/v1/render/image storage/v1/render/image/public storage/v1/bucket storage/v1/upload/resumable ' +
	'storage/v1/upload/resumable/sign storage/v1 realtime/v1/api/broadcast realtime/v1/api/broadcast/%ff/events realtime/v1/api realtime/v1 functions/v1 rest/v1 rest/v1/rpc x/v1'
).split(' ')
type Hostile = {
	route: string
	path: string[]
	query: [string, string][]
	method: string
	headers: Record<string, string>
	key: string
	body: string | Uint8Array
}
const request: fc.Arbitrary<Hostile> = fc.record({
	route: fc.constantFrom(...ROUTES),
	path: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
	query: fc.array(
		fc.tuple(
			fc.constantFrom('token', 'width', 'height', 'quality', 'resize', 'download', 'limit', 'apikey', ...KEYS),
			fc.constantFrom(...HOSTILE),
		),
		{
			maxLength: 3,
		},
	),
	method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
	headers: fc.dictionary(fc.constantFrom(...HEADERS), fc.constantFrom(...HOSTILE), { maxKeys: 5 }),
	key: fc.constantFrom('publishable', 'secret', 'none', 'wrong'),
	body,
})

async function faultOf(given: Hostile): Promise<string | undefined> {
	const { route, path, query, method, key } = given
	const headers = new Headers(given.headers)
	if (key === 'publishable' || key === 'secret') {
		headers.set('apikey', fixture.keys[key])
		headers.set('authorization', `Bearer ${fixture.keys[key]}`)
	} else if (key === 'wrong') headers.set('authorization', 'Bearer a.b.c')
	const search = new URLSearchParams(query).toString()
	const url = `http://localhost:9999/${[route, ...path].join('/')}?${search}`
	const bodiless = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
	const sent = new Request(url, { method, headers, body: bodiless ? undefined : (given.body as BodyInit) })
	const before = faults.length
	const late = new Promise<string>((resolve) => setTimeout(() => resolve('no answer'), MOST_MS).unref())
	const answered = fixture.backend.fetch(sent).then(async (response) => {
		const text = await response.text()
		if (response.status >= 500) return `${response.status} ${text} ${faults.slice(before).join()}`
		// Uploaded content can come back in an answer.
		const own = response.headers.has('etag')
		return !own && LEAK.test(text) ? `leak: ${text}` : undefined
	})
	const fault = await Promise.race([answered, late])
	return fault && `${method} ${url}: ${fault}`
}

test('a size limit that cannot become a number, found by this search, stays fixed', async () => {
	const sign = { route: 'storage/v1/object/sign', path: [], query: [], method: 'POST', headers: {}, key: 'publishable' }
	expect(await faultOf({ ...sign, body: '{"expiresIn":{"toString":""}}' })).toBeUndefined()
})

test(
	'no request to storage, realtime, functions or the gateway causes a server error, hangs or reveals internal details',
	async () => {
		const property = fc.asyncProperty(fc.array(request, { minLength: 4, maxLength: 4 }), async (requests) => {
			expect((await Promise.all(requests.map(faultOf))).filter(Boolean)).toEqual([])
		})
		await expect(fc.assert(property, runs(250))).resolves.toBeUndefined()
		expect(faults).toEqual([])
	},
	MOST_TEST_MS,
)

test(
	'no frame breaks the socket service',
	async () => {
		const server = await startTestServer(fixture.database)
		const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${fixture.keys.publishable}`
		const key = server.context.keys.publishable
		const topic = fc.constantFrom(
			'realtime:room',
			'realtime:',
			'phoenix',
			'',
			'realtime:\0',
			`realtime:${'x'.repeat(3_000)}`,
		)
		const event = fc.constantFrom(
			'phx_join',
			'phx_leave',
			'heartbeat',
			'access_token',
			'broadcast',
			'presence',
			'x',
			'__proto__',
		)
		const changes = fc.array(fc.dictionary(fc.constantFrom('event', 'schema', 'table', 'filter', 'select'), scalar), {
			maxLength: 3,
		})
		const config = fc.record({
			private: fc.boolean(),
			broadcast: fc.oneof(scalar, fc.constant({ ack: true, self: true })),
			presence: fc.oneof(scalar, fc.record({ enabled: fc.boolean(), key: scalar })),
			postgres_changes: fc.oneof(scalar, changes),
		})
		const payload = fc.oneof(
			scalar,
			fc.record({ config, access_token: scalar }),
			fc.record({ event: scalar, payload: value, type: scalar }),
		)
		const message = fc.tuple(fc.constantFrom('1', null, 1), fc.constantFrom('1', null), topic, event, payload)
		const frame = fc.oneof(
			{ weight: 4, arbitrary: message.map((parts) => JSON.stringify(parts)) },
			message.map(([join_ref, ref, t, e, p]) => JSON.stringify({ join_ref, ref, topic: t, event: e, payload: p })),
			fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
			fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from([3, ...bytes])),
			fc.constantFrom('', '[', '{}', 'null', '[[[[[[', '[1,2,3,4,5]'),
		)
		const property = fc.asyncProperty(
			fc.constantFrom('1.0.0', '2.0.0'),
			fc.array(frame, { maxLength: 25 }),
			async (vsn, frames) => {
				const socket = new WebSocket(`${address.replace(fixture.keys.publishable, key)}&vsn=${vsn}`)
				await once(socket, 'open')
				for (const one of frames) socket.send(one)
				const beat =
					vsn === '1.0.0'
						? { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'last' }
						: [null, 'last', 'phoenix', 'heartbeat', {}]
				const alive = new Promise<boolean>((resolve) => {
					socket.on('message', (data: Buffer, binary) => {
						if (!binary && data.includes('"last"')) resolve(true)
					})
					socket.on('close', () => resolve(false))
					setTimeout(() => resolve(false), MOST_MS).unref()
				})
				socket.send(JSON.stringify(beat))
				expect(await alive).toBe(true)
				socket.terminate()
			},
		)
		try {
			await expect(fc.assert(property, runs(150))).resolves.toBeUndefined()
			expect(server.logs.filter((line) => line.startsWith('error'))).toEqual([])
		} finally {
			await server.close()
		}
	},
	MOST_TEST_MS,
)
