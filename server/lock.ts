import * as fs from 'node:fs/promises'
import path from 'node:path'

/** Another running server uses the data folder. */
export class DataDirInUse extends Error {}

/**
 * Keeps a second server off the same data folder. A lock left by a killed process is taken over.
 * @throws DataDirInUse when a living process holds it.
 * @returns the function that releases the lock.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
	await fs.mkdir(dataDir, { recursive: true })
	const file = path.join(dataDir, 'server.pid')
	const holder = Number(await fs.readFile(file, 'utf8').catch(() => '0'))
	if (holder > 0 && holder !== process.pid && (await isOurServer(holder))) {
		throw new DataDirInUse(
			`Mit ${dataDir} läuft schon ein Server (Prozess ${holder}). Mit DATA_DIR=… einen anderen Ordner wählen.`,
		)
	}
	await fs.writeFile(file, String(process.pid))
	return () => fs.rm(file, { force: true })
}

// The process id may belong to another program by now; on Linux its command line tells.
async function isOurServer(pid: number): Promise<boolean> {
	try {
		process.kill(pid, 0)
	} catch {
		return false
	}
	const command = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
	return command === undefined
		? process.platform !== 'linux'
		: /node/.test(command) && /server|vitest|scripts/.test(command)
}
