import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { renderToPipeableStream } from 'react-dom/server'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { bareTree } from './bare-tree.ts'

// Renders per CPU second of this process: our pages, uncached, with their data through the in-process services, compared with the
// bare React tree. The database's own CPU is not included. As in a busy process, several requests run at the same time. Rounds
// alternate; medians are printed.
const ROUNDS = 7
const UNDER_WAY = 8
const PAGES = {
	home: '/',
	catalogue: '/listings',
	'catalogue, city and category': '/katalog/berlin/friseur',
	listing: '/listings/salon-anna-berlin',
}

const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-bench-'))
const config = readConfig({ DATA_DIR: dataDir, SEED: 'demo' })
const opened = await openServices(config, {
	siteUrl: 'http://localhost:3000',
	mailer: { send: async () => undefined },
	log: () => undefined,
})
const bundle = (await import(
	path.join(import.meta.dirname, '..', 'build', 'server', 'index.js')
)) as typeof import('../server/app.ts')
const app = bundle.createApp({
	services: {
		siteUrl: 'http://localhost:3000',
		supabase: opened.supabase,
		report: (error) => console.error(error),
		allow: async () => true,
		signVisitor: () => undefined,
		buildId: 'bench',
	},
	health: opened.health,
	trustProxy: false,
	production: true,
})

async function page(address: string): Promise<void> {
	const response = await app.fetch(new Request(`http://localhost:3000${address}`))
	if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
	await response.text()
}

function bare(): Promise<void> {
	return new Promise((resolve, reject) => {
		const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
		sink.on('finish', resolve)
		const { pipe } = renderToPipeableStream(bareTree(), { onAllReady: () => pipe(sink), onError: reject })
	})
}

/** Runs for about `seconds` of CPU time. @returns renders per CPU second. */
async function measure(render: () => Promise<void>, seconds: number): Promise<number> {
	const before = process.cpuUsage()
	let renders = 0
	let used = 0
	while (used < seconds * 1e6) {
		await Promise.all(Array.from({ length: UNDER_WAY }, render))
		renders += UNDER_WAY
		const { user, system } = process.cpuUsage(before)
		used = user + system
	}
	return (renders * 1e6) / used
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const contenders: Record<string, () => Promise<void>> = {
	'bare React tree (limit)': bare,
	...Object.fromEntries(Object.entries(PAGES).map(([name, address]) => [name, () => page(address)])),
}
const results: Record<string, number[]> = {}
for (const render of Object.values(contenders)) await measure(render, 1)
for (let round = 0; round < ROUNDS; round++) {
	for (const [name, render] of Object.entries(contenders)) (results[name] ??= []).push(await measure(render, 0.6))
}
const limit = median(results['bare React tree (limit)'] ?? [])
console.log('renders per CPU second, ratio to the bare tree')
for (const [name, values] of Object.entries(results)) {
	console.log(
		`${name.padEnd(32)} ${median(values).toFixed(0).padStart(6)} ${(median(values) / limit).toFixed(2).padStart(6)}`,
	)
}
await opened.close()
await delay(50)
await fs.rm(dataDir, { recursive: true, force: true })
process.exit(0)
