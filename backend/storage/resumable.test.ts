import { randomBytes, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { SupabaseClient } from '@supabase/supabase-js'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer } from '../realtime/test-server.ts'
import { createStorage } from './service.ts'

const ANNA = '00000000-0000-4000-8000-00000000000a'
const BERT = '00000000-0000-4000-8000-00000000000b'
const MB = 1_048_576

let database: TestDatabase
let server: TestServer
let anna: SupabaseClient

beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql.unsafe(`
		create policy own_folder on storage.objects for all to authenticated
			using (bucket_id = 'files' and (storage.foldername(name))[1] = auth.uid()::text)
			with check (bucket_id = 'files' and (storage.foldername(name))[1] = auth.uid()::text)`)
	server = await startTestServer(database, {
		services: async (context) => ({ storage: await createStorage(context) }),
	})
	anna = server.client({ user: ANNA })
	const admin = server.client({ secret: true })
	await admin.storage.createBucket('files', { public: false })
	await admin.storage.createBucket('small', { public: false, fileSizeLimit: 10, allowedMimeTypes: ['text/plain'] })
})

afterAll(async () => {
	await server.close()
	await database.drop()
})

async function headersOf(user: string): Promise<Record<string, string>> {
	return { authorization: `Bearer ${await server.token(user)}`, apikey: server.context.keys.publishable }
}

type Run = { url: string | null; requests: string[]; error?: Error | DetailedError }

/** Runs an upload with the protocol's official client; `stopAfter` aborts it once that many bytes are accepted. */
async function run(bytes: Buffer, options: UploadOptions, stopAfter = Infinity): Promise<Run> {
	const requests: string[] = []
	return new Promise((resolve) => {
		const upload: Upload = new Upload(bytes, {
			endpoint: `${server.url}/storage/v1/upload/resumable`,
			retryDelays: [],
			onBeforeRequest: (request) => void requests.push(request.getMethod()),
			onChunkComplete: (_size, accepted) => {
				if (accepted < stopAfter) return
				void upload.abort().then(() => resolve({ url: upload.url, requests }))
			},
			onSuccess: () => resolve({ url: upload.url, requests }),
			onError: (error) => resolve({ url: upload.url, requests, error }),
			...options,
		})
		upload.start()
	})
}

function metadata(name: string, more: Record<string, string> = {}): Record<string, string> {
	return { bucketName: 'files', objectName: name, contentType: 'application/zip', cacheControl: '60', ...more }
}

async function content(name: string): Promise<Buffer> {
	const { data, error } = await anna.storage.from('files').download(name)
	if (error) throw error
	return Buffer.from(await data.arrayBuffer())
}

async function partFiles(): Promise<string[]> {
	const names = await fs.readdir(server.context.settings.storageDir, { recursive: true, withFileTypes: true })
	return names.filter((one) => one.isFile() && one.parentPath.includes('uploads')).map((one) => one.name)
}

test('an upload in parts becomes an object with type, cache time and metadata', async () => {
	const bytes = randomBytes(5 * MB + 17)
	const name = `${ANNA}/parts.bin`
	const done = await run(bytes, {
		headers: await headersOf(ANNA),
		chunkSize: 2 * MB,
		metadata: metadata(name, { metadata: JSON.stringify({ a: 'ü' }) }),
	})
	expect(done.error).toBeUndefined()
	expect(done.requests).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH'])
	expect((await content(name)).equals(bytes)).toBe(true)
	expect((await anna.storage.from('files').info(name)).data).toMatchObject({
		contentType: 'application/zip',
		cacheControl: 'max-age=60',
		size: bytes.length,
		metadata: { a: 'ü' },
	})
	expect(await partFiles()).toEqual([])
})

test('a stopped upload continues where it was, in one request of any size', async () => {
	const bytes = randomBytes(9 * MB)
	const name = `${ANNA}/stopped.bin`
	const options = { headers: await headersOf(ANNA), metadata: metadata(name) }
	const stopped = await run(bytes, { ...options, chunkSize: 3 * MB }, 3 * MB)
	expect(stopped.requests).toEqual(['POST', 'PATCH'])
	expect((await anna.storage.from('files').exists(name)).data).toBe(false)
	const rest = await run(bytes, { ...options, uploadUrl: stopped.url })
	expect(rest.error).toBeUndefined()
	expect(rest.requests).toEqual(['HEAD', 'PATCH'])
	expect((await content(name)).equals(bytes)).toBe(true)
	expect(await partFiles()).toEqual([])
})

test('handles empty files, files in the first request, and a lost answer', async () => {
	const headers = await headersOf(ANNA)
	expect((await run(Buffer.alloc(0), { headers, metadata: metadata(`${ANNA}/empty`) })).error).toBeUndefined()
	expect(await content(`${ANNA}/empty`)).toHaveLength(0)
	const at = metadata(`${ANNA}/at-once`)
	const done = await run(Buffer.from('at once'), { headers, metadata: at, uploadDataDuringCreation: true })
	expect(done.requests).toEqual(['POST'])
	expect((await content(`${ANNA}/at-once`)).toString()).toBe('at once')
	const again = await run(Buffer.from('at once'), { headers, metadata: at, uploadUrl: done.url })
	expect([again.error, again.requests]).toEqual([undefined, ['HEAD']])
})

test('an existing object stays unless the upload is allowed to replace it', async () => {
	const options = { headers: await headersOf(ANNA), metadata: metadata(`${ANNA}/twice`) }
	await run(Buffer.from('one'), options)
	const refused = await run(Buffer.from('two'), options)
	expect((refused.error as DetailedError).originalResponse?.getStatus()).toBe(409)
	expect((await content(`${ANNA}/twice`)).toString()).toBe('one')
	await run(Buffer.from('three'), { ...options, headers: { ...options.headers, 'x-upsert': 'true' } })
	expect((await content(`${ANNA}/twice`)).toString()).toBe('three')
})

test('policies, sizes, types and names are checked before anything is sent', async () => {
	const headers = await headersOf(ANNA)
	const admin = { authorization: `Bearer ${server.context.keys.secret}` }
	const small = (more: Record<string, string>): Record<string, string> => ({
		...metadata('x', { bucketName: 'small', contentType: 'text/plain' }),
		...more,
	})
	const cases: [number, UploadOptions][] = [
		[403, { headers, metadata: metadata(`${BERT}/x`) }],
		[404, { headers, metadata: metadata('x', { bucketName: 'none' }) }],
		[413, { headers: admin, metadata: small({}) }],
		[415, { headers: admin, metadata: small({ contentType: 'image/png' }), uploadSize: 5 }],
		[400, { headers, metadata: metadata(`${ANNA}/../x`) }],
		[400, { headers, metadata: metadata(`${ANNA}/m`, { metadata: '{' }) }],
		[412, { headers, metadata: metadata(`${ANNA}/v`), onBeforeRequest: (r) => r.setHeader('Tus-Resumable', '0.2.2') }],
	]
	for (const [status, options] of cases) {
		const refused = await run(Buffer.alloc(11), options)
		expect((refused.error as DetailedError).originalResponse?.getStatus()).toBe(status)
	}
	expect(await partFiles()).toEqual([])
})

test('nobody else can continue an upload, and of two parts at once only one is stored', async () => {
	const bytes = randomBytes(100)
	const name = `${ANNA}/race`
	const { url } = await run(bytes, { headers: await headersOf(ANNA), metadata: metadata(name), chunkSize: 10 }, 10)
	const send = async (user: string, method: string, offset: number, body?: Buffer): Promise<Response> =>
		fetch(url ?? '', {
			method,
			headers: {
				...(await headersOf(user)),
				'tus-resumable': '1.0.0',
				'upload-offset': String(offset),
				'content-type': 'application/offset+octet-stream',
			},
			body: body as BodyInit,
		})
	for (const method of ['HEAD', 'PATCH', 'DELETE']) {
		expect((await send(BERT, method, 10, method === 'PATCH' ? bytes.subarray(10) : undefined)).status).toBe(404)
	}
	expect((await send(ANNA, 'PATCH', 0, bytes.subarray(0, 5))).status).toBe(409)
	const answers = await Promise.all([1, 2, 3, 4].map(() => send(ANNA, 'PATCH', 10, bytes.subarray(10, 20))))
	expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409])
	expect((await send(ANNA, 'PATCH', 20, Buffer.concat([bytes.subarray(20), Buffer.from('more')]))).status).toBe(413)
	expect((await send(ANNA, 'PATCH', 20, bytes.subarray(20))).status).toBe(204)
	expect((await content(name)).equals(bytes)).toBe(true)
	expect(await partFiles()).toEqual([])
})

test('bytes that came before a connection broke need not be sent again', async () => {
	const bytes = randomBytes(200_000)
	const name = `${ANNA}/broken`
	const options = { headers: await headersOf(ANNA), metadata: metadata(name) }
	const { url } = await run(bytes, { ...options, chunkSize: 10 }, 10)
	const headers = {
		...options.headers,
		'tus-resumable': '1.0.0',
		'upload-offset': '10',
		'content-type': 'application/offset+octet-stream',
		'content-length': String(bytes.length - 10),
	}
	const sending = httpRequest(url ?? '', { method: 'PATCH', headers })
	sending.on('error', () => undefined)
	await new Promise<void>((resolve) => sending.write(bytes.subarray(10, 150_000), () => resolve()))
	// Bytes still in the sender's system would be lost if the connection were cut at once.
	await new Promise((resolve) => setTimeout(resolve, 200))
	sending.destroy()
	const head = async (): Promise<number> =>
		Number(
			(
				await fetch(url ?? '', { method: 'HEAD', headers: { ...options.headers, 'tus-resumable': '1.0.0' } })
			).headers.get('upload-offset'),
		)
	let offset = await head()
	for (let tries = 0; tries < 100 && offset <= 10; tries++) {
		await new Promise((resolve) => setTimeout(resolve, 20))
		offset = await head()
	}
	expect(offset).toBe(150_000)
	expect((await run(bytes, { ...options, uploadUrl: url })).error).toBeUndefined()
	expect((await content(name)).equals(bytes)).toBe(true)
})

test('cancelling removes the parts, and abandoned uploads are removed in time', async () => {
	const headers = await headersOf(ANNA)
	const options = { headers, metadata: metadata(`${ANNA}/${randomUUID()}`), chunkSize: 10 }
	const given = await run(randomBytes(30), options, 10)
	expect(await partFiles()).toHaveLength(1)
	await Upload.terminate(given.url ?? '', { headers, retryDelays: [] })
	expect(await partFiles()).toEqual([])
	await run(randomBytes(30), options, 10)
	await database.sql`update storage.resumable_uploads set expires_at = now() - interval '1 second'`
	await run(Buffer.from('x'), { headers, metadata: metadata(`${ANNA}/${randomUUID()}`) })
	expect(await partFiles()).toEqual([])
})

test('a signed upload needs its token and no key', async () => {
	const name = `${ANNA}/signed`
	const { data } = await anna.storage.from('files').createSignedUploadUrl(name)
	const endpoint = `${server.url}/storage/v1/upload/resumable/sign`
	const options = { endpoint, chunkSize: 4, metadata: metadata(name) }
	const forged = await run(Buffer.from('signed!'), { ...options, headers: { 'x-signature': `${data?.token}x` } })
	expect((forged.error as DetailedError).originalResponse?.getStatus()).toBe(400)
	const other = { ...options, metadata: metadata(`${ANNA}/other`) }
	expect((await run(Buffer.from('s'), { ...other, headers: { 'x-signature': data?.token ?? '' } })).error).toBeTruthy()
	const done = await run(Buffer.from('signed!'), { ...options, headers: { 'x-signature': data?.token ?? '' } })
	expect(done.error).toBeUndefined()
	expect((await content(name)).toString()).toBe('signed!')
})
