import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { checkSums, laterThan, readNames, seal } from './migration-sums.ts'

let folder: string

beforeEach(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sums-'))
	onTestFinished(() => fs.rm(folder, { recursive: true }))
	await write('20260101000000_one.sql', 'select 1')
	await write('20260102000000_two.sql', 'select 2')
	await seal(folder)
})

const write = (name: string, text: string) => fs.writeFile(path.join(folder, name), text)

test('sealed migrations in order pass', async () => {
	expect(await checkSums(folder)).toBeUndefined()
	expect(await seal(folder)).toEqual([])
})

test('a migration that changed by a byte is refused, and so is a missing one', async () => {
	await write('20260101000000_one.sql', 'select 1 ')
	await fs.rm(path.join(folder, '20260102000000_two.sql'))
	const fault = await checkSums(folder)
	expect(fault).toContain('20260101000000_one.sql has changed since it was sealed')
	expect(fault).toContain('20260102000000_two.sql is gone')
	expect(await seal(folder)).toEqual([])
	expect(await checkSums(folder)).toBe(fault)
})

test('an unsealed migration is refused; sealing one that is older than the last gives it a newer version', async () => {
	await write('20260101120000_between.sql', 'select 3')
	expect(await checkSums(folder)).toContain('20260101120000_between.sql is not sealed')
	expect(await seal(folder, new Date('2026-03-01T10:20:30Z'))).toEqual(['20260301102030_between.sql'])
	expect(await readNames(folder)).toEqual([
		'20260101000000_one.sql',
		'20260102000000_two.sql',
		'20260301102030_between.sql',
	])
	expect(await checkSums(folder)).toBeUndefined()
})

test('sums whose versions do not rise are refused', async () => {
	const sums = path.join(folder, 'SHA256SUMS')
	const lines = (await fs.readFile(sums, 'utf8')).trim().split('\n')
	await fs.writeFile(sums, `${lines.toReversed().join('\n')}\n`)
	expect(await checkSums(folder)).toContain('20260101000000_one.sql is older than 20260102000000_two.sql')
})

test('a new version is the present time, or the second after the last one', () => {
	const now = new Date('2026-12-31T23:59:59Z')
	expect(laterThan('20261121000000_foundation.sql', now)).toBe('20261231235959')
	expect(laterThan('20261231235959_x.sql', now)).toBe('20270101000000')
	expect(laterThan('', now)).toBe('20261231235959')
})
