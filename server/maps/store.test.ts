import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTileStore } from './store.ts'

let folder: string
beforeEach(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-tiles-'))
})
afterEach(() => fs.rm(folder, { recursive: true }))

const open = (changed: { maxBytes?: number; now?: () => number } = {}) =>
	openTileStore({ folder, maxBytes: 1000, maxAgeMs: 60_000, ...changed })
const tile = (bytes: number) => new Uint8Array(bytes).fill(1)

it('stays within its size: what nobody has asked for the longest goes', async () => {
	const store = await open()
	for (const key of ['a', 'b', 'c']) await store.write(key, tile(300))
	await store.read('a')
	await store.write('d', tile(300))
	expect(store.bytes).toBe(900)
	expect(await store.read('b')).toBeUndefined()
	expect((await fs.readdir(folder)).sort()).toEqual(['a', 'c', 'd'])
	await store.write('a', tile(100))
	expect(store.bytes).toBe(700)
})

it('remembers after a restart, removes what was left half-way, and counts the rest', async () => {
	await (await open()).write('a', tile(400))
	await fs.writeFile(path.join(folder, '.unfinished'), 'x')
	const store = await open()
	expect(store.bytes).toBe(400)
	expect(await store.read('a')).toMatchObject({ old: false })
	expect(await fs.readdir(folder)).toEqual(['a'])
	expect((await open({ maxBytes: 300 })).bytes).toBe(0)
})

it('says what has become old, and forgets what somebody has deleted', async () => {
	let now = Date.now()
	const store = await open({ now: () => now })
	await store.write('a', tile(10))
	now += 61_000
	expect(await store.read('a')).toMatchObject({ old: true })
	await fs.rm(path.join(folder, 'a'))
	expect(await store.read('a')).toBeUndefined()
	expect(store.bytes).toBe(0)
})

it('writes nowhere else', async () => {
	await expect((await open()).write('../x', tile(1))).rejects.toThrow('no key')
})
