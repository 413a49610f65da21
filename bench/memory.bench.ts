import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { Agent, request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfNeeded } from '#scripts/build.ts'

// Memory of server and embedded database together, with the demo's businesses, after many requests by visitors and to the REST
// service. PSS counts a page shared by several processes once; RSS would count the shared buffers for every connection.
const BAR_MB = 400
const { values } = parseArgs({
	options: {
		requests: { type: 'string', default: '100000' },
		data: { type: 'string' },
		at: { type: 'string', default: '16' },
	},
})
const total = Number(values.requests)
const dataDir = values.data ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'memory-bench-')))
await buildIfNeeded()
let serverUrl = new URL('http://127.0.0.1')
const server = await start()
const agent = new Agent({ keepAlive: true, maxSockets: Number(values.at) })
const { publishable } = JSON.parse(await fs.readFile(path.join(dataDir, 'keys.json'), 'utf8')) as {
	publishable: string
}
const listings = await addresses('/locations-sitemap.xml')
const catalogue = await addresses('/categories-sitemap.xml')
const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T
// Of twenty requests, eleven read cached pages, one reads a page that is computed each time, and eight read rows.
const kinds: ((at: number) => [address: string, headers?: Record<string, string>])[] = [
	(at) => (at < 6 ? [pick(catalogue)] : [pick(listings)]),
	() => [`${pick(listings)}/booking`],
	() => ['/rest/v1/categories?select=id,name,slug&order=position&limit=20', { apikey: publishable }],
]

const errors = new Map<number, number>()
let sent = 0
const report: string[] = []
await measure('at start')
for (const share of [0.1, 0.25, 0.5, 0.75, 1]) {
	const until = Math.round(total * share)
	await Promise.all(Array.from({ length: Number(values.at) }, () => work(until)))
	await measure(`after ${until.toLocaleString('en')} requests`)
}
console.log(report.join('\n'))
console.log(`answers that were not 200: ${JSON.stringify(Object.fromEntries(errors))}`)
agent.destroy()
server.kill('SIGTERM')
await once(server, 'exit')
if (!values.data) await fs.rm(dataDir, { recursive: true, force: true })

async function work(until: number): Promise<void> {
	while (sent < until) {
		const at = sent++ % 20
		const [address, headers] = kinds[at < 11 ? 0 : at === 11 ? 1 : 2]?.(at) ?? ['/']
		const status = await get(address, headers)
		if (status !== 200) errors.set(status, (errors.get(status) ?? 0) + 1)
	}
}

async function get(
	address: string,
	headers: Record<string, string> = {},
	read?: (text: string) => void,
): Promise<number> {
	return new Promise((resolve, reject) => {
		const { port } = serverUrl
		request(
			{ host: '127.0.0.1', port, path: address, headers: { 'accept-encoding': 'br', ...headers }, agent },
			(response) => {
				const chunks: Buffer[] = []
				response.on('data', (chunk: Buffer) => read && chunks.push(chunk))
				response.on('end', () => {
					read?.(Buffer.concat(chunks).toString())
					resolve(response.statusCode ?? 0)
				})
			},
		)
			.on('error', reject)
			.end()
	})
}

async function addresses(sitemap: string): Promise<string[]> {
	let found: string[] = []
	await get(sitemap, { 'accept-encoding': 'identity' }, (text) => {
		found = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
	})
	if (found.length === 0) throw new Error(`${sitemap} is empty`)
	return found
}

async function start(): Promise<ChildProcess> {
	const env = {
		MALLOC_ARENA_MAX: '2',
		MALLOC_MMAP_THRESHOLD_: '65536',
		MALLOC_TRIM_THRESHOLD_: '131072',
		NODE_COMPILE_CACHE: path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'),
		PATH: process.env.PATH,
		DATA_DIR: dataDir,
		PORT: '0',
		SEED: 'demo',
		RATE_LIMITS: 'false',
		LOG_LEVEL: 'error',
	}
	const child = spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
		env,
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		cwd: path.join(import.meta.dirname, '..'),
	})
	const [message] = (await once(child, 'message')) as [{ url: string }]
	serverUrl = new URL(message.url)
	return child
}

async function measure(when: string): Promise<void> {
	const postmaster = Number(
		(await fs.readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
	)
	const parents = await parentsOf()
	const database = [postmaster, ...[...parents].filter(([, parent]) => parent === postmaster).map(([pid]) => pid)]
	const own = await pss(Number(server.pid))
	const theirs = (await Promise.all(database.map(pss))).reduce((sum, value) => sum + value, 0)
	report.push(
		`${(own + theirs).toFixed(0).padStart(5)} MB  server ${own.toFixed(0).padStart(4)}  database ${theirs.toFixed(0).padStart(4)} (${database.length} processes)  ${when}`,
	)
	if (when !== 'at start' && own + theirs > BAR_MB) process.exitCode = 1
}

async function parentsOf(): Promise<Map<number, number>> {
	const found = new Map<number, number>()
	for (const pid of (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
		const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
		found.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
	}
	return found
}

async function pss(pid: number): Promise<number> {
	const text = await fs.readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
	return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}
