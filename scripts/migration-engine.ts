import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { withoutNoise } from './migration-text.ts'

const ENGINE = path.join(import.meta.dirname, '..', 'node_modules', '@supabase', 'pg-delta', 'dist', 'cli', 'main.js')

/**
 * The statements that lead from one database to another, one text for each necessary transaction, and objects that may have been
 * renamed. `renames` are those that the developer has accepted, as `FROM=TO`.
 */
export async function difference(
	source: string,
	desired: string,
	renames: string[] = [],
): Promise<{ texts: string[]; renamed: string[] }> {
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-migration-'))
	try {
		const plan = path.join(folder, 'plan.json')
		const accepted = renames.flatMap((pair) => ['--accept-rename', pair])
		run(['plan', '--source', source, '--desired', desired, '--renames', 'prompt', ...accepted, '--out', plan])
		const planned = JSON.parse(await fs.readFile(plan, 'utf8')) as { renameCandidates?: unknown[] }
		run(['render', '--plan', plan, '--out', path.join(folder, 'change.sql'), '--allow-drops'])
		const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
		const texts = files.map(async (file) => withoutNoise(await fs.readFile(path.join(folder, file), 'utf8')))
		return {
			texts: await Promise.all(texts),
			renamed: (planned.renameCandidates ?? []).map((candidate) => JSON.stringify(candidate)),
		}
	} finally {
		await fs.rm(folder, { recursive: true, force: true })
	}
}

const NOTHING_TO_DO = 3

function run(args: string[]): void {
	const done = spawnSync(process.execPath, [ENGINE, ...args], { encoding: 'utf8' })
	if (done.status !== 0 && done.status !== NOTHING_TO_DO)
		throw new Error(`pg-delta ${args[0]}: ${done.stderr}${done.stdout}`)
}
