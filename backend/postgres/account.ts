import * as fs from 'node:fs/promises'
import path from 'node:path'

/** The system account that PostgreSQL runs as; `undefined` is our own. */
export type Account = { uid: number; gid: number; passClosedFolders: boolean } | undefined

/**
 * PostgreSQL refuses to run as root. If we are root, it runs as the owner of an existing cluster, otherwise as
 * `postgres` or `nobody`. If we are not, it runs as our own account.
 */
export async function accountFor(cluster: string): Promise<Account> {
	if (process.getuid?.() !== 0) return undefined
	const owner = await fs.stat(cluster).catch(() => undefined)
	const chosen = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await unprivilegedAccount()
	return { ...chosen, passClosedFolders: await behindClosedFolder(cluster) }
}

/** The command line that runs `binary` under `account`. */
export function asAccount(account: Account, binary: string, args: string[]): [string, string[]] {
	if (!account) return [binary, args]
	// A clone below one of root's 0700 folders (mktemp -d, /root) can be read only with CAP_DAC_OVERRIDE. The secure
	// bit makes access(2), which initdb calls, honour that capability as well.
	const keep = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
	const rights = account.passClosedFolders ? keep : []
	return [
		'setpriv',
		[`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', ...rights, '--', binary, ...args],
	]
}

/** Makes the account the owner of a file or folder that it has to read. */
export async function giveTo(account: Account, file: string): Promise<void> {
	if (account) await fs.chown(file, account.uid, account.gid)
}

async function unprivilegedAccount(): Promise<{ uid: number; gid: number }> {
	const lines = (await fs.readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
	const found = lines.find((fields) => fields[0] === 'postgres') ?? lines.find((fields) => fields[0] === 'nobody')
	return { uid: Number(found?.[2] ?? 65534), gid: Number(found?.[3] ?? 65534) }
}

async function behindClosedFolder(cluster: string): Promise<boolean> {
	for (const start of [path.dirname(cluster), import.meta.dirname]) {
		for (let folder = start; folder !== path.dirname(folder); folder = path.dirname(folder)) {
			const { mode } = await fs.stat(folder)
			if ((mode & 0o001) === 0) return true
		}
	}
	return false
}
