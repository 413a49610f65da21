// Entry of all npm scripts. Runs on any Node: installs what is missing, then continues with the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
const [task, ...rest] = process.argv.slice(2)
const stamp = path.join(root, 'node_modules', '.zeitplatz-lock')
const wanted = createHash('sha256')
	.update(readFileSync(path.join(root, 'package-lock.json')))
	.digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
	process.stdout.write('Pakete werden installiert (einmalig, etwa eine Minute) …\n')
	const npm = process.env.npm_execpath
	const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund']
	const done = npm
		? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
		: spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
	if (done.status !== 0) process.exit(done.status ?? 1)
	writeFileSync(stamp, wanted)
}

const node = path.join(root, 'node_modules', '.bin', 'node')
// On a machine without a suitable package, its own Node is used if it is new enough.
if (!existsSync(node) && Number(process.versions.node.split('.')[0]) < 26) {
	process.stderr.write(
		`Für diese Maschine (${process.platform}, ${process.arch}) ist kein Node dabei, und ihr eigenes ist Version ${process.versions.node}. ` +
			'Bitte installieren Sie Node 26 oder neuer. Mehr steht in docs/deploy.md.\n',
	)
	process.exit(1)
}
// The young generation of the heap can be three times this size, which is enough.
const args = ['--max-semi-space-size=8', path.join(root, 'scripts', `${task}.ts`), ...rest]
const child = spawn(existsSync(node) ? node : process.execPath, args, {
	cwd: root,
	stdio: 'inherit',
	env: {
		// Otherwise every thread that compresses or hashes would keep an arena, and large allocations would leave
		// holes.
		...{ MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' },
		// The next start need not compile TypeScript again, nor keep its compiler in memory.
		...(task === 'start' && { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled') }),
		...process.env,
	},
})
// The terminal sends Ctrl+C to the whole group; other signals reach only this process.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
process.on('SIGINT', () => undefined)
// npm ends on SIGTERM without telling its script, so we stop when npm is gone.
const parent = process.ppid
setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 250).unref()
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
