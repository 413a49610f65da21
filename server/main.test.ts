import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { findPostmaster } from '#backend/postgres/postmaster.ts'
import { buildIfNeeded } from '#scripts/build.ts'

it('ends cleanly however many signals it gets, and leaves no PostgreSQL behind', async () => {
	await buildIfNeeded()
	const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-main-'))
	const settings = { PORT: '0', DATA_DIR: dataDir, SEED: 'empty', LOG_LEVEL: 'error', NODE_ENV: 'production' }
	const child = fork(path.join(import.meta.dirname, 'main.ts'), { env: { ...process.env, ...settings } })
	await once(child, 'message')
	expect(await findPostmaster(path.join(dataDir, 'postgres'))).toBeDefined()
	const ended = once(child, 'exit')
	for (let signal = 0; signal < 20 && child.exitCode === null; signal++) {
		child.kill(signal % 2 ? 'SIGINT' : 'SIGTERM')
		await delay(10)
	}
	expect(await ended).toEqual([0, null])
	expect(await findPostmaster(path.join(dataDir, 'postgres'))).toBeUndefined()
	await fs.rm(dataDir, { recursive: true, force: true })
}, 120_000)
