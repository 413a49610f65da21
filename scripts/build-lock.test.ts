import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aloneInFolder } from './build-lock.ts'

let folder: string
beforeEach(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'build-lock-'))
})
afterEach(() => fs.rm(folder, { recursive: true, force: true }))

test('only one works at a time, also after one that failed, and nothing is left behind', async () => {
	const lock = path.join(folder, 'lock')
	let working = 0
	const work = async (fails: boolean): Promise<void> => {
		expect((working += 1)).toBe(1)
		await wait(20)
		working -= 1
		if (fails) throw new Error('failed')
	}
	const all = await Promise.allSettled([0, 1, 2, 3, 4].map((at) => aloneInFolder(lock, () => work(at === 1))))
	expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
	expect(await fs.readdir(folder)).toEqual([])
})

test('exactly one waiting process takes over a lock that is old or whose process is gone', async () => {
	const lock = path.join(folder, 'lock')
	const { pid } = spawnSync(process.execPath, ['--version'])
	for (const owner of [`${pid}-gone`, `${process.pid}-old`]) {
		await fs.mkdir(lock)
		await fs.writeFile(path.join(lock, owner), '')
		await fs.utimes(path.join(lock, owner), new Date(), new Date(owner.endsWith('old') ? 0 : Date.now()))
		let working = 0
		const work = async (): Promise<void> => {
			expect((working += 1)).toBe(1)
			await wait(20)
			working -= 1
		}
		await Promise.all([0, 1, 2].map(() => aloneInFolder(lock, work)))
		expect(await fs.readdir(folder)).toEqual([])
	}
})
