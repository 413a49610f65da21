import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = path.join(import.meta.dirname, '..')
// A short run would mostly consist of starting the database.
const TIMES = 5

// `npm run fuzz -- --minutes 60`: runs every test that takes its number of cases from `runs` repeatedly, with random cases; one
// round ends before the next begins. `--seed` starts with the cases of an earlier round, and names select tests:
// `npm run fuzz -- --seed 123 --minutes 0 rest`.
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
})
const minutes = Number(values.minutes)
const first = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
if (!Number.isFinite(minutes) || !Number.isSafeInteger(first)) {
	process.stderr.write('--minutes und --seed müssen Zahlen sein.\n')
	process.exit(1)
}
const listed = execFileSync('git', ['grep', '-l', "property-runs.ts'", '--', '*.test.ts'], {
	cwd: ROOT,
	encoding: 'utf8',
})
const files = listed.trim().split('\n')
const wanted = files.filter((file) => positionals.length === 0 || positionals.some((name) => file.includes(name)))

const end = Date.now() + minutes * 60_000
const failed: number[] = []
let rounds = 0
for (let seed = first; rounds === 0 || Date.now() < end; seed = randomInt(2 ** 31)) {
	process.stdout.write(`\nRunde ${++rounds}: --seed ${seed}\n`)
	if (!passes(seed)) failed.push(seed)
}
process.stdout.write(
	failed.length === 0
		? `\n${rounds} Runden ohne Fehler.\n`
		: `\n${failed.length} von ${rounds} Runden mit Fehlern: ${failed.map((seed) => `--seed ${seed}`).join(', ')}\n`,
)
process.exit(failed.length === 0 ? 0 : 1)

function passes(seed: number): boolean {
	const args = [
		path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
		'run',
		'--reporter=dot',
		'--testTimeout=1200000',
		...wanted,
	]
	const fuzz = { FUZZ_SEED: String(seed), FUZZ_RUNS: process.env.FUZZ_RUNS ?? String(TIMES), NODE_ENV: 'test' }
	const quiet = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim()
	const env = { ...process.env, ...fuzz, NODE_OPTIONS: quiet }
	return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0
}
