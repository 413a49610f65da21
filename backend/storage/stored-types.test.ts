import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer } from '../realtime/test-server.ts'
import { OPAQUE } from './content-type.ts'
import { createStorage } from './service.ts'

// An upload with a hostile type, however it was sent, must never be answered in a form that a browser would run.
const SCRIPT = '<script>document.title="run"</script>'
const BOUNDARY = '----a-boundary-that-is-no-text-of-the-form'
const LOCKED = {
	'content-security-policy': "default-src 'none'; sandbox",
	'x-content-type-options': 'nosniff',
}

let database: TestDatabase
let server: TestServer
let admin: SupabaseClient
let png: Buffer

beforeAll(async () => {
	database = await createTestDatabase()
	server = await startTestServer(database, {
		services: async (context) => ({ storage: await createStorage(context) }),
	})
	admin = server.client({ secret: true })
	await admin.storage.createBucket('open', { public: true })
	await admin.storage.createBucket('closed', { public: false })
	await admin.storage.createBucket('pictures', { public: true, allowedMimeTypes: ['image/png', 'image/jpeg'] })
	png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#0a0' } })
		.png()
		.toBuffer()
})

afterAll(async () => {
	await server.close()
	await database.drop()
})

const address = (path: string): string => `${server.url}/storage/v1/${path}`
const bearer = (): Record<string, string> => ({ authorization: `Bearer ${server.context.keys.secret}` })

/** The headers that decide what a browser does with an answer. */
async function told(path: string, init: RequestInit = {}): Promise<Record<string, string | null>> {
	const response = await fetch(address(path), init)
	await response.body?.cancel()
	const of = (name: string): string | null => response.headers.get(name)
	return {
		status: String(response.status),
		type: of('content-type'),
		disposition: of('content-disposition')?.split(';')[0] ?? null,
		'content-security-policy': of('content-security-policy'),
		'x-content-type-options': of('x-content-type-options'),
	}
}

type WayIn = (bucket: string, name: string, type: string, body: Buffer) => Promise<{ ok: boolean }>

/** Sends a form unchanged, because `FormData` would lower-case and clean the types. */
function form(bucket: string, name: string, parts: [head: string, body: Buffer | string][]): Promise<Response> {
	const lines = parts.flatMap(([head, body]) => [
		Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
		Buffer.from(body),
		Buffer.from('\r\n'),
	])
	const headers = { ...bearer(), 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'x-upsert': 'true' }
	return fetch(address(`object/${bucket}/${name}`), {
		...{ method: 'POST', headers },
		body: Buffer.concat([...lines, Buffer.from(`--${BOUNDARY}--\r\n`)]),
	})
}

const encoded = (text: string): string => Buffer.from(text).toString('base64')

const WAYS: Record<string, WayIn> = {
	'raw body': (bucket, name, type, body) =>
		fetch(address(`object/${bucket}/${name}`), {
			...{ method: 'POST', body: new Uint8Array(body) },
			headers: { ...bearer(), 'content-type': type, 'x-upsert': 'true' },
		}),
	'raw body that replaces': async (bucket, name, type, body) => {
		await admin.storage.from(bucket).upload(name, png, { contentType: 'image/png', upsert: true })
		const headers = { ...bearer(), 'content-type': type }
		return fetch(address(`object/${bucket}/${name}`), { method: 'PUT', headers, body: new Uint8Array(body) })
	},
	'form, type of the file': (bucket, name, type, body) =>
		form(bucket, name, [[`Content-Disposition: form-data; name=""; filename="a"\r\nContent-Type: ${type}`, body]]),
	'form, field contentType': (bucket, name, type, body) =>
		form(bucket, name, [
			['Content-Disposition: form-data; name="contentType"', type],
			['Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png', body],
		]),
	'signed address': async (bucket, name, type, body) => {
		const { data } = await admin.storage.from(bucket).createSignedUploadUrl(name, { upsert: true })
		return fetch(data?.signedUrl ?? '', {
			...{ method: 'PUT', body: new Uint8Array(body) },
			headers: { 'content-type': type },
		})
	},
	'parts, with the first request': (bucket, name, contentType, body) =>
		fetch(address('upload/resumable'), {
			...{ method: 'POST', body: new Uint8Array(body) },
			headers: {
				...bearer(),
				...{ 'tus-resumable': '1.0.0', 'upload-length': String(body.length), 'x-upsert': 'true' },
				'content-type': 'application/offset+octet-stream',
				'upload-metadata': Object.entries({ bucketName: bucket, objectName: name, contentType })
					.map(([key, value]) => `${key} ${encoded(value)}`)
					.join(','),
			},
		}),
	'parts, signed': async (bucket, name, contentType, body) => {
		const { data } = await admin.storage.from(bucket).createSignedUploadUrl(name, { upsert: true })
		return new Promise((resolve) => {
			new Upload(body, {
				endpoint: address('upload/resumable/sign'),
				retryDelays: [],
				chunkSize: 10,
				headers: { 'x-signature': data?.token ?? '' },
				metadata: { bucketName: bucket, objectName: name, contentType },
				onSuccess: () => resolve({ ok: true }),
				onError: () => resolve({ ok: false }),
			}).start()
		})
	},
}

describe.each(Object.entries(WAYS))('%s', (_way, send) => {
	test.each([
		['image/png;,text/html', OPAQUE],
		['image/png; charset=x, text/html', OPAQUE],
		['image/png', OPAQUE],
		['image/gif', OPAQUE],
		['text/html', 'text/plain'],
		['TEXT/HTML;charset=utf-7', 'text/plain'],
		['application/xhtml+xml', 'text/plain'],
		['application/xml', 'text/plain'],
		['text/javascript', 'text/plain'],
		['text/xsl', OPAQUE],
		['application/x-shockwave-flash', OPAQUE],
		['multipart/x-mixed-replace; boundary=x', OPAQUE],
		['application/json', 'application/json'],
	])('%s', async (type, expected) => {
		const name = `${randomUUID()}.png`
		expect((await send('open', name, type, Buffer.from(SCRIPT))).ok).toBe(true)
		const [row] = await database.sql`select metadata ->> 'mimetype' as type from storage.objects where name = ${name}`
		expect(row?.type).toBe(expected)
		const whole = { ...LOCKED, status: '200', type: expected, disposition: 'attachment' }
		expect(await told(`object/public/open/${name}`)).toEqual(whole)
		expect(await told(`object/public/open/${name}`, { method: 'HEAD' })).toEqual(whole)
		expect(await told(`object/public/open/${name}`, { headers: { range: 'bytes=0-3' } })).toEqual({
			...whole,
			status: '206',
		})
		// A bucket for pictures refuses a file that only claims to be one.
		expect((await send('pictures', name, type, Buffer.from(SCRIPT))).ok).toBe(false)
		expect(await told(`object/public/pictures/${name}`)).not.toMatchObject({ type: 'text/html', status: '200' })
	})

	test.each([
		'',
		'image',
		'image/',
		'image/png,text/html',
		'image/png text/html',
		'image/png\ttext/html',
		'image//png',
		'<b>/x',
	])('malformed type: %j', async (type) => {
		const name = `${randomUUID()}.png`
		await send('open', name, type, Buffer.from(SCRIPT))
		const answer = await told(`object/public/open/${name}`)
		const { data } = await admin.storage.from('open').download(name)
		// The upload was refused, and an earlier object or none is there; or it was accepted as bytes.
		const taken = (await data?.text()) === SCRIPT
		const kept = data ? { type: 'image/png' } : { status: '400' }
		expect(answer).toMatchObject({ ...LOCKED, ...(taken ? { type: OPAQUE, disposition: 'attachment' } : kept) })
		await send('pictures', name, type, Buffer.from(SCRIPT))
		expect(
			await database.sql`select from storage.objects where name = ${name} and bucket_id = 'pictures'
				and metadata ->> 'mimetype' <> 'image/png'`,
		).toEqual([])
	})

	test('a picture stays a picture and is shown', async () => {
		const name = `${randomUUID()}.png`
		expect((await send('pictures', name, 'Image/PNG;,text/html', png)).ok).toBe(true)
		const shown = { ...LOCKED, status: '200', type: 'image/png', disposition: 'inline' }
		expect(await told(`object/public/pictures/${name}`)).toEqual(shown)
		expect(await told(`render/image/public/pictures/${name}?width=2`)).toEqual(shown)
	})
})

test('rows from older versions are sent as safely, in every way', async () => {
	const rows = [
		['image/png;,text/html', 'image/png', 'inline'],
		['image/png\r\nx-evil: 1', OPAQUE, 'attachment'],
		['text/html', 'text/plain', 'attachment'],
		[null, OPAQUE, 'attachment'],
	] as const
	for (const [stored, type, disposition] of rows) {
		const name = `${randomUUID()}.png`
		await admin.storage.from('closed').upload(name, SCRIPT)
		await admin.storage.from('closed').copy(name, name, { destinationBucket: 'open' })
		const bad = { mimetype: stored, cacheControl: 'max-age=1\r\nx-evil: 1' }
		await database.sql`update storage.objects set metadata = metadata || ${database.sql.json(bad)} where name = ${name}`
		const expected = { ...LOCKED, status: '200', type, disposition }
		const { data } = await admin.storage.from('closed').createSignedUrl(name, 60)
		const signed = (data?.signedUrl ?? '').replace(`${server.url}/storage/v1/`, '')
		for (const path of [`object/public/open/${name}`, `object/open/${name}`, signed])
			expect(await told(path, path === signed ? {} : { headers: bearer() })).toEqual(expected)
		const { data: info } = await admin.storage.from('closed').info(name)
		expect(info?.contentType).toBe(type)
		// A copy is checked by its bytes, and a bucket for pictures refuses it.
		const copy = `${randomUUID()}.png`
		expect((await admin.storage.from('closed').copy(name, copy, { destinationBucket: 'open' })).error).toBeNull()
		expect(await told(`object/public/open/${copy}`)).toMatchObject({ type: type === 'image/png' ? OPAQUE : type })
		for (const run of ['copy', 'move'] as const) {
			const { error } = await admin.storage.from('closed')[run](name, copy, { destinationBucket: 'pictures' })
			expect(error?.message).toMatch(/is not supported/)
		}
		expect((await admin.storage.from('closed').move(name, copy)).error).toBeNull()
		const [row] = await database.sql`
			select metadata ->> 'mimetype' as type from storage.objects where name = ${copy} and bucket_id = 'closed'`
		expect(row?.type).toBe(type === 'image/png' ? OPAQUE : type)
	}
})

test('a drawing is downloaded when it is opened, and keeps its styles within a page', async () => {
	const name = `${randomUUID()}.svg`
	const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)
	for (const body of [drawing, gzipSync(drawing)]) {
		await admin.storage.from('open').upload(name, body, { contentType: 'image/svg+xml', upsert: true })
		expect(await told(`object/public/open/${name}`)).toEqual({
			...{ status: '200', type: 'image/svg+xml', disposition: 'attachment' },
			...{ ...LOCKED, 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
		})
	}
})

test('answers without a file are locked too', async () => {
	const answers: [string, RequestInit][] = [
		['object/public/open/none', {}],
		['object/public/%ff/x', {}],
		['object/closed/none', {}],
		['object/sign/open/none?token=x', {}],
		['render/image/public/open/none?width=-1', {}],
		['upload/resumable', { method: 'OPTIONS', headers: bearer() }],
		['upload/resumable', { method: 'POST' }],
		['bucket', { headers: bearer() }],
		['nothing', { headers: bearer() }],
		['status', { headers: bearer() }],
	]
	for (const [path, init] of answers)
		expect({ path, ...(await told(path, init)) }).toMatchObject({ path, ...LOCKED, disposition: 'attachment' })
})

test('the name of a download is a name', async () => {
	await admin.storage.from('open').upload('folder/own name.png', png, { contentType: 'image/png' })
	const named = async (asked: string): Promise<string> => {
		const response = await fetch(address(`object/public/open/folder/own%20name.png?${asked}`))
		return response.headers.get('content-disposition') ?? ''
	}
	expect(await named('')).toBe("inline; filename*=UTF-8''own%20name.png")
	const asked = (name: string): Promise<string> => named(`download=${encodeURIComponent(name)}`)
	for (const [name, expected] of [
		['', 'own%20name.png'],
		['Größe.txt', 'Gr%C3%B6%C3%9Fe.txt'],
		['../../etc/passwd', 'passwd'],
		['a\\b\\c.txt', 'c.txt'],
		['..', 'own%20name.png'],
		['.bashrc', 'bashrc'],
		['a\r\nset-cookie: x=1', 'aset-cookie%3A%20x%3D1'],
		['a"; filename=b.html', 'a%22%3B%20filename%3Db.html'],
		['annex\u202egnp.exe', 'annexgnp.exe'],
		['%E0%A4%A', '%25E0%25A4%25A'],
		['x'.repeat(5000), 'x'.repeat(200)],
	] as const)
		expect(await asked(name)).toBe(`attachment; filename*=UTF-8''${expected}`)
	expect(await named('download=%ED%A0%80')).toMatch(/^attachment; filename\*=UTF-8''(%EF%BF%BD)+$/)
})
