import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createPageCache } from '#server/pages/cache.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { median } from './database.ts'
import type { Order } from './http-client.ts'

// Repeated anonymous pages, compared with node:http sending the same finished bytes: requests per second, and per CPU second of the
// server's process. The client is a separate process. Rounds alternate; medians are printed.
const ROUNDS = 9
const PER_ROUND = 3_000
const PAGES = { catalogue: '/katalog/berlin', listing: '/listings/salon-anna-berlin' }

const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-bench-'))
const siteUrl = 'http://localhost:3000'
const opened = await openServices(readConfig({ DATA_DIR: dataDir, SEED: 'demo' }), {
	siteUrl,
	mailer: { send: async () => undefined },
	log: () => undefined,
})
const bundle = (await import(
	path.join(import.meta.dirname, '..', 'build', 'server', 'index.js')
)) as typeof import('../server/app.ts')
const app = bundle.createApp({
	services: {
		...{ siteUrl, supabase: opened.supabase, buildId: 'bench' },
		report: (error) => console.error(error),
		allow: async () => true,
		signVisitor: () => undefined,
	},
	health: opened.health,
	trustProxy: false,
	production: true,
})
const cache = createPageCache({
	siteUrl,
	render: (request, { shows, wanted }) => app.fetch(request, { shows, wanted }),
	life: { told: 3_600_000, untold: 3_600_000 },
})
const client = fork(path.join(import.meta.dirname, 'http-client.ts'))
const results = new Map<string, { perSecond: number[]; perCpuSecond: number[] }>()
const contenders: { name: string; port: number; address: string; headers?: Record<string, string> }[] = []
const cached = await listen((request, response) =>
	cache.handle(request, response, () => void response.writeHead(500).end()),
)
for (const [name, address] of Object.entries(PAGES)) {
	const page = await app.fetch(new Request(`${siteUrl}${address}`))
	const finished = brotliCompressSync(Buffer.from(await page.arrayBuffer()))
	const head = { ...Object.fromEntries(page.headers), 'content-encoding': 'br', 'content-length': finished.length }
	const bare = await listen((_request, response) => void response.writeHead(200, head).end(finished))
	contenders.push(
		{ name: `${name}, node:http (limit)`, port: bare, address },
		{ name: `${name}, cached`, port: cached, address },
	)
	const etag = (
		await fetch(`http://127.0.0.1:${cached}${address}`, { headers: { 'accept-encoding': 'br' } })
	).headers.get('etag')
	contenders.push({ name: `${name}, cached, 304`, port: cached, address, headers: { 'if-none-match': String(etag) } })
}
for (const contender of contenders) await round(contender)
results.clear()
for (let index = 0; index < ROUNDS; index++) for (const contender of contenders) await round(contender)
console.log('                                 per second  ratio   per CPU second  ratio')
for (const { name } of contenders) {
	const limit = results.get(`${name.split(',')[0]}, node:http (limit)`)
	const own = results.get(name)
	if (!limit || !own) continue
	const cells = (['perSecond', 'perCpuSecond'] as const).flatMap((key) => [
		median(own[key]).toFixed(0).padStart(10),
		(median(own[key]) / median(limit[key])).toFixed(2).padStart(6),
	])
	console.log(`${name.padEnd(32)} ${cells.join(' ')}`)
}
client.kill()
await opened.close()
await fs.rm(dataDir, { recursive: true, force: true })
process.exit(0)

async function listen(listener: RequestListener): Promise<number> {
	const server = createServer(listener)
	await once(server.listen(0, '127.0.0.1'), 'listening')
	return (server.address() as AddressInfo).port
}

async function round(contender: (typeof contenders)[number]): Promise<void> {
	const { name, port, address, headers } = contender
	const [cpu, started] = [process.cpuUsage(), performance.now()]
	client.send({ port, address, headers, count: PER_ROUND } satisfies Order)
	const [{ failed }] = (await once(client, 'message')) as [{ failed?: string }]
	if (failed) throw new Error(failed)
	const { user, system } = process.cpuUsage(cpu)
	const result = results.get(name) ?? { perSecond: [], perCpuSecond: [] }
	result.perSecond.push((PER_ROUND * 1000) / (performance.now() - started))
	result.perCpuSecond.push((PER_ROUND * 1e6) / (user + system))
	results.set(name, result)
}
