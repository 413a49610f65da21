import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { checkDatabase } from './database-check.ts'
import { checkDependencies } from './dependencies.ts'
import { checkStructure } from './structure.ts'

const ROOT = path.join(import.meta.dirname, '..')
const bin = (name: string): string => path.join(ROOT, 'node_modules', '.bin', name)

type Step = { name: string; run: () => Promise<string | undefined> }

const steps: Step[] = [
	{ name: 'Format', run: tool(bin('oxfmt'), ['--check', '.']) },
	{
		name: 'Route types',
		run: tool(process.execPath, [path.join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'typegen']),
	},
	// After the route types, because a type-aware rule takes a type that is not generated yet for an error.
	{ name: 'Lint', run: tool(bin('oxlint'), ['--type-aware']) },
	{ name: 'Types', run: tool(bin('tsc'), ['--noEmit', '-p', '.']) },
	{ name: 'Structure', run: checkStructure },
	{ name: 'Dependencies', run: checkDependencies },
	{ name: 'Database', run: checkDatabase },
]

let failed = false
for (const step of steps) {
	const started = performance.now()
	const fault = await step.run()
	const seconds = ((performance.now() - started) / 1000).toFixed(1)
	process.stdout.write(`${fault === undefined ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)\n`)
	if (fault !== undefined) {
		failed = true
		process.stdout.write(`${fault}\n`)
	}
}
process.exit(failed ? 1 : 0)

function tool(command: string, args: string[]): Step['run'] {
	return async () => {
		const done = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' })
		return done.status === 0 ? undefined : `${done.stdout}${done.stderr}`
	}
}
