import { spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { lockDataDir } from './lock.ts'

const folder = (): Promise<string> => fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-lock-'))

it('refuses a folder that a living server holds', async () => {
	const dataDir = await folder()
	const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000) // server'], { stdio: 'ignore' })
	await fs.writeFile(path.join(dataDir, 'server.pid'), String(other.pid))
	await expect(lockDataDir(dataDir)).rejects.toThrow('läuft schon ein Server')
	other.kill('SIGKILL')
	await new Promise((resolve) => other.once('exit', resolve))
	const unlock = await lockDataDir(dataDir)
	await unlock()
	expect(await fs.readdir(dataDir)).toEqual([])
})

it('takes over a lock whose process is gone or is another program', async () => {
	const dataDir = await folder()
	await fs.writeFile(path.join(dataDir, 'server.pid'), '1')
	await (
		await lockDataDir(dataDir)
	)()
	await fs.writeFile(path.join(dataDir, 'server.pid'), 'nonsense')
	await expect(lockDataDir(dataDir)).resolves.toBeTypeOf('function')
	expect(await fs.readFile(path.join(dataDir, 'server.pid'), 'utf8')).toBe(String(process.pid))
})
