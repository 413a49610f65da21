import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import S3rver from 's3rver'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#supabase/tests/database.ts'
import { startTestServer, type TestServer } from '../realtime/test-server.ts'
import { createS3Driver, type S3Settings } from './s3-driver.ts'
import { createStorage } from './service.ts'

const MB = 1_048_576

let database: TestDatabase
let server: TestServer
let s3: S3rver
let s3Folder: string
let settings: S3Settings
let files: ReturnType<SupabaseClient['storage']['from']>

beforeAll(async () => {
	s3Folder = await fs.mkdtemp(path.join(os.tmpdir(), 's3-'))
	const configureBuckets = [{ name: 'objects', configs: [] }]
	s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: s3Folder, configureBuckets })
	// The address the package names is wrong for port 0; the server underneath knows it.
	await s3.run()
	const { port } = (s3 as unknown as { httpServer: { address(): AddressInfo } }).httpServer.address()
	settings = {
		endpoint: `http://127.0.0.1:${port}`,
		region: 'eu-central-1',
		bucket: 'objects',
		accessKeyId: 'S3RVER',
		secretAccessKey: 'S3RVER',
	}
	database = await createTestDatabase()
	server = await startTestServer(database, {
		services: async (context) => {
			context.settings.s3 = settings
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
	await fs.rm(s3Folder, { recursive: true, force: true })
})

async function keptKeys(): Promise<string[]> {
	const names = await fs.readdir(s3Folder, { recursive: true })
	return names.filter((name) => name.endsWith('_object') && !name.includes('metadata'))
}

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
	expect(await keptKeys()).toHaveLength(3)
	await files.remove(['big.bin', 'folder/b.txt', 'c.txt'])
	expect(await keptKeys()).toEqual([])
})

test('pictures are made from objects there', async () => {
	const create = { width: 40, height: 20, channels: 3, background: '#0a0' } as const
	await files.upload('p.png', await sharp({ create }).png().toBuffer(), { contentType: 'image/png' })
	const { data } = await files.download('p.png', { transform: { width: 10 } })
	expect(await sharp(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer)).metadata()).toMatchObject({ width: 10 })
	await files.remove(['p.png'])
})

test('resumable uploads keep their parts there', async () => {
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
	expect(await keptKeys()).toHaveLength(1)
	await files.remove(['tus.bin'])
})

test('nothing waits in the folder, and failures are told', async () => {
	const incoming = path.join(server.context.settings.storageDir, 'incoming')
	expect(await fs.readdir(incoming)).toEqual([])
	const driver = createS3Driver(settings, server.context.settings.storageDir)
	await expect(driver.get('none')).rejects.toThrow('404')
	async function* broken(): AsyncGenerator<Uint8Array> {
		yield new Uint8Array(10)
		throw new Error('gone')
	}
	await expect(driver.put('broken', broken())).rejects.toThrow('gone')
	expect(await fs.readdir(incoming)).toEqual([])
	expect(await keptKeys()).toEqual([])
})
