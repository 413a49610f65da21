import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer } from '../realtime/test-server.ts'
import { createS3Driver } from './s3-driver.ts'
import { createStorage } from './service.ts'
import { signatureOf, startTestS3, type TestS3 } from './test-s3.ts'

const MB = 1_048_576

let database: TestDatabase
let server: TestServer
let s3: TestS3
let files: ReturnType<SupabaseClient['storage']['from']>

beforeAll(async () => {
	s3 = await startTestS3()
	database = await createTestDatabase()
	server = await startTestServer(database, {
		services: async (context) => {
			context.settings.s3 = s3.settings
			return { storage: await createStorage(context) }
		},
	})
	const admin = server.client({ secret: true })
	await admin.storage.createBucket('files', { public: true })
	files = admin.storage.from('files')
})

afterAll(async () => {
	await server.close()
	await database.drop()
	await s3.close()
})

const keptKeys = (): string[] => [...s3.objects.keys()]

async function text(name: string): Promise<string | undefined> {
	return (await files.download(name)).data?.text()
}

test('objects are written, read, ranged, replaced, copied, moved and deleted', async () => {
	const bytes = randomBytes(3 * MB)
	expect((await files.upload('big.bin', bytes)).error).toBeNull()
	const { data } = await files.download('big.bin')
	expect(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer).equals(bytes)).toBe(true)
	const part = await fetch(files.getPublicUrl('big.bin').data.publicUrl, { headers: { range: 'bytes=10-19' } })
	expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
	expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
	expect((await files.upload('a.txt', 'one')).error).toBeNull()
	expect((await files.upload('a.txt', 'two', { upsert: true })).error).toBeNull()
	expect((await files.copy('a.txt', 'folder/b.txt')).error).toBeNull()
	expect((await files.move('a.txt', 'c.txt')).error).toBeNull()
	expect([await text('folder/b.txt'), await text('c.txt'), await text('a.txt')]).toEqual(['two', 'two', undefined])
	expect(keptKeys()).toHaveLength(3)
	await files.remove(['big.bin', 'folder/b.txt', 'c.txt'])
	expect(keptKeys()).toEqual([])
})

test('pictures are resized from objects there', async () => {
	const create = { width: 40, height: 20, channels: 3, background: '#0a0' } as const
	await files.upload('p.png', await sharp({ create }).png().toBuffer(), { contentType: 'image/png' })
	const { data } = await files.download('p.png', { transform: { width: 10 } })
	expect(await sharp(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer)).metadata()).toMatchObject({ width: 10 })
	await files.remove(['p.png'])
})

test('resumable uploads store their parts there', async () => {
	const bytes = randomBytes(2 * MB)
	await new Promise<void>((resolve, reject) => {
		new Upload(bytes, {
			endpoint: `${server.url}/storage/v1/upload/resumable`,
			headers: { authorization: `Bearer ${server.context.keys.secret}` },
			chunkSize: MB,
			retryDelays: [],
			metadata: { bucketName: 'files', objectName: 'tus.bin' },
			onSuccess: () => resolve(),
			onError: reject,
		}).start()
	})
	const { data } = await files.download('tus.bin')
	expect(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer).equals(bytes)).toBe(true)
	expect(keptKeys()).toHaveLength(1)
	await files.remove(['tus.bin'])
})

test('nothing stays in the folder, and failures are reported', async () => {
	const incoming = path.join(server.context.settings.storageDir, 'incoming')
	expect(await fs.readdir(incoming)).toEqual([])
	const driver = createS3Driver(s3.settings, server.context.settings.storageDir)
	await expect(driver.get('none')).rejects.toThrow('404')
	async function* broken(chunks: number): AsyncGenerator<Uint8Array> {
		for (let sent = 0; sent < chunks; sent++) yield new Uint8Array(10)
		throw new Error('gone')
	}
	for (const chunks of [0, 0, 0, 1, 1, 2]) await expect(driver.put('broken', broken(chunks))).rejects.toThrow('gone')
	expect(await fs.readdir(incoming)).toEqual([])
	expect(keptKeys()).toEqual([])
})

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
	yield Buffer.from(text)
}

test('another secret, key or region gives no access', async () => {
	const folder = server.context.settings.storageDir
	const own = createS3Driver(s3.settings, folder)
	await own.put('kept', bytes('kept'))
	for (const wrong of [{ secretAccessKey: 'another' }, { accessKeyId: 'another' }, { region: 'us-east-1' }]) {
		const driver = createS3Driver({ ...s3.settings, ...wrong }, folder)
		await expect(driver.get('kept')).rejects.toThrow('403')
		await expect(driver.put('new', bytes('new'))).rejects.toThrow('403')
		await expect(driver.remove(['kept'])).rejects.toThrow('403')
	}
	expect(keptKeys()).toEqual(['kept'])
	await own.remove(['kept'])
})

test('a copy that fails after its status was sent is reported', async () => {
	const driver = createS3Driver(s3.settings, server.context.settings.storageDir)
	await driver.put('one', bytes('one'))
	s3.failNextCopy()
	await expect(driver.copy('one', 'two')).rejects.toThrow('could not copy one')
	await driver.copy('one', 'two')
	expect(keptKeys()).toEqual(['one', 'two'])
	await driver.remove(keptKeys())
})

// The example of Amazon's documentation of version 4, "GET Object".
test('the test server computes signatures as Amazon does', () => {
	const headers = {
		host: 'examplebucket.s3.amazonaws.com',
		range: 'bytes=0-9',
		'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
		'x-amz-date': '20130524T000000Z',
	}
	const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
	expect(
		signatureOf({ method: 'GET', url: '/test.txt', headers }, Object.keys(headers), {
			region: 'us-east-1',
			secretAccessKey,
		}),
	).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})
