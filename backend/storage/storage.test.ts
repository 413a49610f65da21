import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer } from '../realtime/test-server.ts'
import { createStorage, isOpenStoragePath } from './service.ts'

const ANNA = '00000000-0000-4000-8000-00000000000a'
const BERT = '00000000-0000-4000-8000-00000000000b'

let database: TestDatabase
let server: TestServer
let [anna, bert, anon, admin]: SupabaseClient[] = []

beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql.unsafe(`
		create policy own_folder on storage.objects for all to authenticated
			using (bucket_id in ('files', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text)
			with check (bucket_id in ('files', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text)`)
	server = await startTestServer(database, {
		services: async (context) => ({ storage: await createStorage(context) }),
	})
	anna = server.client({ user: ANNA })
	bert = server.client({ user: BERT })
	anon = server.client()
	admin = server.client({ secret: true })
	await admin.storage.createBucket('files', { public: false })
	await admin.storage.createBucket('pictures', { public: true, fileSizeLimit: '1MB', allowedMimeTypes: ['image/*'] })
})

afterAll(async () => {
	await server.close()
	await database.drop()
})

const files = (client: SupabaseClient | undefined, bucket = 'files') => (client as SupabaseClient).storage.from(bucket)

async function storedFiles(): Promise<string[]> {
	const root = server.context.settings.storageDir
	const names = await fs.readdir(root, { recursive: true, withFileTypes: true })
	return names
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('images'))
		.map((entry) => path.join(entry.parentPath, entry.name))
}

test('buckets are created, read, changed and deleted by callers with the right to', async () => {
	const { storage } = admin as SupabaseClient
	expect((await storage.createBucket('temporary', { public: false, fileSizeLimit: 1000 })).data).toEqual({
		name: 'temporary',
	})
	expect((await storage.createBucket('temporary', { public: false })).error).toMatchObject({
		statusCode: '409',
		status: 400,
	})
	expect((await storage.createBucket('../x', { public: false })).error?.message).toBe('Bucket name invalid')
	await storage.updateBucket('temporary', { public: true })
	expect((await storage.getBucket('temporary')).data).toMatchObject({ public: true, file_size_limit: 1000 })
	expect((await storage.listBuckets()).data?.map((bucket) => bucket.id)).toContain('temporary')
	await storage.from('temporary').upload('a.txt', 'a')
	expect((await storage.deleteBucket('temporary')).error?.message).toMatch(/not empty/)
	const bucket = (await storage.getBucket('temporary')).data
	expect(Object.keys(bucket ?? {}).toSorted()).toEqual(
		'allowed_mime_types created_at file_size_limit id name owner public type updated_at'.split(' '),
	)
	expect(bucket).toMatchObject({ owner: '', type: 'STANDARD' })
	expect((await storage.listBuckets()).data?.find(({ id }) => id === 'temporary')).toEqual(bucket)
	expect((await storage.emptyBucket('temporary')).data?.message).toMatch(/^Empty bucket has been queued/)
	expect((await storage.deleteBucket('temporary')).error).toBeNull()
	expect((await storage.getBucket('temporary')).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
	expect((await (anna as SupabaseClient).storage.createBucket('mine', { public: false })).error).toMatchObject({
		statusCode: '403',
	})
	expect((await (anna as SupabaseClient).storage.listBuckets()).data).toEqual([])
})

test('raw and form uploads keep content, type, cache time and metadata', async () => {
	const bytes = new Uint8Array([0, 1, 2, 253, 254, 255])
	const raw = await files(anna).upload(`${ANNA}/raw.bin`, bytes, {
		contentType: 'application/zip',
		cacheControl: '60',
		metadata: { a: 'ü' },
	})
	expect(raw.data).toMatchObject({ path: `${ANNA}/raw.bin`, fullPath: `files/${ANNA}/raw.bin` })
	const form = await files(anna).upload(`${ANNA}/form.txt`, new Blob(['text'], { type: 'text/plain' }), {
		cacheControl: '70',
		metadata: { b: 1 },
	})
	expect(form.error).toBeNull()
	const info = await files(anna).info(`${ANNA}/raw.bin`)
	expect(info.data).toMatchObject({
		id: raw.data?.id,
		size: 6,
		contentType: 'application/zip',
		cacheControl: 'max-age=60',
		metadata: { a: 'ü' },
	})
	expect(info.data?.etag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`)
	expect((await files(anna).info(`${ANNA}/form.txt`)).data).toMatchObject({
		contentType: 'text/plain',
		cacheControl: 'max-age=70',
		metadata: { b: 1 },
	})
	const loaded = await files(anna).download(`${ANNA}/raw.bin`)
	expect(new Uint8Array(await (loaded.data as Blob).arrayBuffer())).toEqual(bytes)
	expect(loaded.data?.type).toBe('application/zip')
	expect((await files(anna).exists(`${ANNA}/raw.bin`)).data).toBe(true)
	expect((await files(anna).exists(`${ANNA}/none`)).data).toBe(false)
})

test('policies guard every operation', async () => {
	await files(anna).upload(`${ANNA}/secret.txt`, 'secret', { upsert: true })
	const missing = { statusCode: '404', message: 'Object not found' }
	for (const other of [bert, anon]) {
		const bucket = files(other)
		expect((await bucket.upload(`${ANNA}/x.txt`, 'x')).error).toMatchObject({ statusCode: '403' })
		expect((await bucket.update(`${ANNA}/secret.txt`, 'x')).error).toMatchObject({ statusCode: '403' })
		expect((await bucket.info(`${ANNA}/secret.txt`)).error).toMatchObject(missing)
		expect((await bucket.download(`${ANNA}/secret.txt`)).error).toBeTruthy()
		expect((await bucket.createSignedUrl(`${ANNA}/secret.txt`, 60)).error).toMatchObject(missing)
		expect((await bucket.createSignedUrls([`${ANNA}/secret.txt`], 60)).data?.[0]).toMatchObject({ signedUrl: null })
		expect((await bucket.createSignedUploadUrl(`${ANNA}/y.txt`)).error).toMatchObject({ statusCode: '403' })
		expect((await bucket.list(ANNA)).data).toEqual([])
		expect((await bucket.remove([`${ANNA}/secret.txt`])).data).toEqual([])
		expect((await bucket.move(`${ANNA}/secret.txt`, `${BERT}/mine.txt`)).error).toMatchObject(missing)
		expect((await bucket.copy(`${ANNA}/secret.txt`, `${BERT}/mine.txt`)).error).toMatchObject(missing)
	}
	expect((await files(anna).move(`${ANNA}/secret.txt`, `${BERT}/gift.txt`)).error).toMatchObject({ statusCode: '403' })
	expect(await (await files(anna).download(`${ANNA}/secret.txt`)).data?.text()).toBe('secret')
	const response = await fetch(`${server.url}/storage/v1/object/public/files/${ANNA}/secret.txt`)
	expect(response.status).toBe(400)
	expect(await response.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' })
})

test('replacing, moving, copying and deleting leave exactly the files in use', async () => {
	await (admin as SupabaseClient).storage.emptyBucket('files')
	const before = (await storedFiles()).length
	const name = `${ANNA}/one.txt`
	await files(anna).upload(name, 'one')
	expect((await files(anna).upload(name, 'again')).error).toMatchObject({
		statusCode: '409',
		message: 'The resource already exists',
	})
	expect((await files(anna).upload(name, 'two', { upsert: true })).error).toBeNull()
	await Promise.all(Array.from({ length: 8 }, (_, i) => files(anna).update(name, `three ${i}`)))
	expect(await (await files(anna).download(name)).data?.text()).toMatch(/^three/)
	expect(await storedFiles()).toHaveLength(before + 1)
	expect((await files(anna).copy(name, `${ANNA}/two.txt`)).data).toEqual({ path: `files/${ANNA}/two.txt` })
	expect((await files(anna).move(name, `${ANNA}/deep/three.txt`)).error).toBeNull()
	expect((await files(anna).move(`${ANNA}/two.txt`, `${ANNA}/deep/three.txt`)).error).toMatchObject({
		statusCode: '409',
	})
	expect((await files(anna).info(name)).error).toMatchObject({ statusCode: '404' })
	expect(await (await files(anna).download(`${ANNA}/deep/three.txt`)).data?.text()).toMatch(/^three/)
	expect(await storedFiles()).toHaveLength(before + 2)
	expect((await files(anna).remove([`${ANNA}/two.txt`, `${ANNA}/deep/three.txt`, 'none'])).data).toHaveLength(2)
	expect(await storedFiles()).toHaveLength(before)
})

test('lists a folder page by page', async () => {
	await (admin as SupabaseClient).storage.emptyBucket('files')
	for (const name of ['b.txt', 'a.txt', 'c%_.txt', 'sub/d.txt', 'sub/e.txt'])
		await files(anna).upload(`${ANNA}/${name.replace('%_', '+')}`, name)
	const names = async (...args: Parameters<ReturnType<typeof files>['list']>) =>
		(await files(anna).list(...args)).data?.map((entry) => entry.name)
	expect(await names()).toEqual([ANNA])
	expect(await names(ANNA)).toEqual(['sub', 'a.txt', 'b.txt', 'c+.txt'])
	expect(await names(`${ANNA}/sub/`, { sortBy: { column: 'name', order: 'desc' } })).toEqual(['e.txt', 'd.txt'])
	expect(await names(ANNA, { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
		'sub',
		'b.txt',
		'a.txt',
		'c+.txt',
	])
	expect(await names(ANNA, { limit: 2, offset: 1 })).toEqual(['a.txt', 'b.txt'])
	expect(await names(ANNA, { search: 'A' })).toEqual(['a.txt'])
	expect(await names(ANNA, { search: '%' })).toEqual([])
	expect((await files(anna).list(ANNA)).data?.[0]).toMatchObject({ id: null, metadata: null })
	expect((await files(anna).list(ANNA)).data?.[1]).toMatchObject({
		metadata: { size: 5, mimetype: 'text/plain' },
	})
})

test('signed addresses work without a key, but only for their path and time', async () => {
	await files(anna).upload(`${ANNA}/sign me.txt`, 'signed', { upsert: true })
	const { data } = await files(anna).createSignedUrl(`${ANNA}/sign me.txt`, 60, { download: 'Größe.txt' })
	const url = data?.signedUrl ?? ''
	const response = await fetch(url)
	expect(await response.text()).toBe('signed')
	expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt")
	expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
	const many = await files(anna).createSignedUrls([`${ANNA}/sign me.txt`, `${ANNA}/none`], 60)
	expect(await (await fetch(many.data?.[0]?.signedUrl ?? '')).text()).toBe('signed')
	expect(many.data?.[1]).toMatchObject({ signedUrl: null, error: expect.stringMatching(/does not exist/) as string })
	const failing = [
		url.replace('sign%20me', 'other'),
		url.replace(/token=.*/, `token=${await server.token(ANNA)}`),
		url.replace(/\?.*/, ''),
	]
	for (const address of failing) expect((await fetch(address)).status).toBe(400)
	const short = await files(anna).createSignedUrl(`${ANNA}/sign me.txt`, 1)
	await new Promise((resolve) => setTimeout(resolve, 2_000))
	expect(await (await fetch(short.data?.signedUrl ?? '')).json()).toMatchObject({ code: 'InvalidJWT' })
})

test('signed uploads', async () => {
	const name = `${ANNA}/up.txt`
	const { data } = await files(anna).createSignedUploadUrl(name)
	const token = data?.token ?? ''
	expect((await files(anon).uploadToSignedUrl(`${ANNA}/other.txt`, token, 'x')).error).toMatchObject({ status: 400 })
	expect((await files(anon).uploadToSignedUrl(name, token, 'by link')).error).toBeNull()
	expect((await files(anon).uploadToSignedUrl(name, token, 'again')).error).toMatchObject({ statusCode: '409' })
	expect(await (await files(anna).download(name)).data?.text()).toBe('by link')
	expect((await fetch(`${server.url}/storage/v1/object/sign/files/${name}?token=${token}`)).status).toBe(400)
	const [row] = await database.sql`select owner_id from storage.objects where name = ${name}`
	expect(row?.owner_id).toBe(ANNA)
})

test('ranges and conditional requests', async () => {
	const name = `${ANNA}/range.txt`
	await files(anna).upload(name, '0123456789', { upsert: true, contentType: 'text/html' })
	const { data } = await files(anna).createSignedUrl(name, 60)
	const get = (headers: Record<string, string>, method = 'GET') => fetch(data?.signedUrl ?? '', { headers, method })
	const part = await get({ range: 'bytes=2-4' })
	expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
	expect(await (await get({ range: 'bytes=-3' })).text()).toBe('789')
	expect((await get({ range: 'bytes=20-' })).status).toBe(416)
	const whole = await get({})
	expect(whole.headers.get('content-type')).toBe('text/plain')
	expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
	const etag = whole.headers.get('etag') ?? ''
	expect((await get({ 'if-none-match': etag })).status).toBe(304)
	expect(await (await get({ range: 'bytes=0-1', 'if-range': '"other"' })).text()).toBe('0123456789')
	const head = await get({}, 'HEAD')
	expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
})

test('limits on size, type and names apply, and nothing is left behind', async () => {
	const before = await storedFiles()
	const pictures = files(anna, 'pictures')
	expect((await pictures.upload(`${ANNA}/a.txt`, 'x', { contentType: 'text/plain' })).error).toMatchObject({
		statusCode: '415',
	})
	expect(
		(await pictures.upload(`${ANNA}/a.png`, new Uint8Array(1_200_000), { contentType: 'image/png' })).error,
	).toMatchObject({ statusCode: '413' })
	let left = 50
	const unannounced = new ReadableStream<Uint8Array>({
		pull(controller) {
			left -= 1
			if (left < 0) controller.close()
			else controller.enqueue(new Uint8Array(65_536))
		},
	})
	const refused = await pictures.upload(`${ANNA}/b.png`, unannounced, { contentType: 'image/png' })
	expect(refused.error).toMatchObject({ statusCode: '413' })
	for (const name of [
		`${ANNA}/../../etc/passwd`,
		`${ANNA}/%2e%2e/x`,
		`${ANNA}/..%2Fx`,
		`${ANNA}/a%5Cb`,
		`${ANNA}/\u0000`,
		`${ANNA}/ü`,
	]) {
		expect((await files(anna).upload(name, 'x')).error).toBeTruthy()
	}
	expect((await files(anna, 'none').upload('x', 'x')).error).toMatchObject({
		statusCode: '404',
		message: 'Bucket not found',
	})
	expect(await storedFiles()).toEqual(before)
})

test('pictures are resized, in a format that the client accepts', async () => {
	const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c04040' } })
		.png()
		.toBuffer()
	const pictures = files(anna, 'pictures')
	expect((await pictures.upload(`${ANNA}/p.png`, picture, { contentType: 'image/png' })).error).toBeNull()
	const url = pictures.getPublicUrl(`${ANNA}/p.png`, { transform: { width: 100, height: 100 } }).data.publicUrl
	const described = (await fetch(`${url}&quality=60`)).headers.get('x-transformations')
	expect(described).toBe('height:100,width:100,resizing_type:fill,quality:60')
	for (const [accept, type] of [
		['image/avif,image/webp', 'image/avif'],
		['image/webp,*/*', 'image/webp'],
		['*/*', 'image/png'],
	] as const) {
		const response = await fetch(url, { headers: { accept } })
		expect(response.headers.get('content-type')).toBe(type)
		expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
		const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
		expect([width, height]).toEqual([100, 100])
	}
	const inside = await pictures.download(`${ANNA}/p.png`, { transform: { width: 100, height: 100, resize: 'contain' } })
	expect(await sharp(Buffer.from(await (inside.data as Blob).arrayBuffer())).metadata()).toMatchObject({
		width: 100,
		height: 50,
	})
	const { data } = await pictures.createSignedUrl(`${ANNA}/p.png`, 60, { transform: { width: 50, format: 'origin' } })
	const signed = await fetch(data?.signedUrl ?? '')
	expect(await sharp(Buffer.from(await signed.arrayBuffer())).metadata()).toMatchObject({ width: 50, format: 'png' })
	const plain = (data?.signedUrl ?? '').replace('render/image', 'object')
	expect((await fetch(plain)).status).toBe(400)
	expect((await fetch(url.replace('width=100', 'width=99999'))).status).toBe(400)
})

test('a picture with too many pixels, or a file that is no picture, is refused', async () => {
	const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
		.png()
		.toBuffer()
	const pictures = files(anna, 'pictures')
	for (const [name, bytes] of [
		['bomb.png', bomb],
		['fake.png', Buffer.from('no picture')],
		[
			'drawing.png',
			Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
		],
	] as const) {
		await pictures.upload(`${ANNA}/${name}`, bytes, { contentType: 'image/png' })
		const url = pictures.getPublicUrl(`${ANNA}/${name}`, { transform: { width: 10 } }).data.publicUrl
		expect((await fetch(url)).status).toBe(400)
	}
})

test('public addresses', () => {
	const open = [
		'object/public/a/b',
		'object/sign/a/b',
		'object/upload/sign/a/b',
		'render/image/public/a/b',
		'render/image/sign/a/b',
		'upload/resumable/sign',
		'upload/resumable/sign/a',
	]
	for (const one of open) expect(isOpenStoragePath(`/storage/v1/${one}`)).toBe(true)
	for (const one of [
		'object/a/public/b',
		'object/authenticated/a',
		'bucket',
		'render/image/authenticated/a/b',
		'object/list/public/x',
		'upload/resumable',
		'upload/resumable/signal',
	]) {
		expect(isOpenStoragePath(`/storage/v1/${one}`)).toBe(false)
	}
})
