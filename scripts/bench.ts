import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { buildIfNeeded } from './build.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'bench')

// `npm run bench` runs every program of bench/, one after the other; names select some: `npm run bench -- rendering`.
const wanted = process.argv.slice(2)
await buildIfNeeded()
const programs = (await fs.readdir(FOLDER)).filter((name) => name.endsWith('.bench.ts')).sort()
for (const program of programs) {
	if (wanted.length > 0 && !wanted.some((name) => program.startsWith(name))) continue
	process.stdout.write(`\n== ${program.replace('.bench.ts', '')}\n`)
	const done = spawnSync(process.execPath, [path.join(FOLDER, program)], {
		stdio: 'inherit',
		env: { ...process.env, NODE_ENV: 'production' },
	})
	if (done.status !== 0) process.exitCode = 1
}
