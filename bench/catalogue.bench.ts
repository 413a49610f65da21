import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { createRandom } from '#supabase/seeds/demo/random.ts'
import { largeFolder } from './large.ts'
import { spreadOf } from './percentiles.ts'

// The catalogue over HTTP while others book: 1, 10 and 100 visitors, who each wait for one page before requesting the next, from many
// cities and categories, a third of them with a day and a part of it. Meanwhile one client holds, confirms and cancels. The limit in
// the same run is the health check, which does no work. `npm run bench -- catalogue`; `node bench/catalogue.bench.ts --locations
// 20000`.
const { values } = parseArgs({
	options: { locations: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '10' } },
})
const SECONDS = Number(values.seconds)
const dataDir = await largeFolder({ locations: Number(values.locations) })
const { url, stop } = await startServer()
const database = await startEmbeddedPostgres({ dir: path.join(dataDir, 'postgres') })
const sql = postgres(database.url, { max: 2, onnotice: () => undefined })
const pages = await pagesOf(sql)
const writer = startWriter(sql)
try {
	console.log('clients  page           per second       p50       p95       p99 ms   errors')
	await visit(4, pages, 3)
	for (const clients of [1, 10, 100]) {
		await report(clients, 'health (limit)', ['/healthz'])
		await report(clients, 'catalogue', pages)
	}
} finally {
	const { writes, refused } = await writer.end()
	console.log(
		`meanwhile ${writes} bookings were held, confirmed or cancelled, ${refused} refused because the time was gone`,
	)
	await sql.end({ timeout: 1 })
	await stop()
}

async function report(clients: number, name: string, paths: string[]): Promise<void> {
	const { times, errors } = await visit(clients, paths, SECONDS)
	const { p50, p95, p99 } = spreadOf(times)
	const cells = [p50, p95, p99].map((value) => value.toFixed(1).padStart(10)).join('')
	console.log(
		`${String(clients).padStart(7)}  ${name.padEnd(14)} ${(times.length / SECONDS).toFixed(1).padStart(10)}${cells}      ${errors}`,
	)
}

async function visit(clients: number, paths: string[], seconds: number): Promise<{ times: number[]; errors: number }> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
	const times: number[] = []
	let errors = 0
	const end = performance.now() + seconds * 1000
	const visitor = async (number: number): Promise<void> => {
		const random = createRandom(`visitor ${number} of ${clients}`)
		while (performance.now() < end) {
			const started = performance.now()
			const good = await fetchPage(agent, `${url}${random.pick(paths)}`)
			times.push(performance.now() - started)
			if (!good) errors++
		}
	}
	await Promise.all(Array.from({ length: clients }, (_, number) => visitor(number)))
	agent.destroy()
	return { times, errors }
}

/** Whether the page arrived completely, with status 200. */
function fetchPage(agent: http.Agent, address: string): Promise<boolean> {
	return new Promise((resolve) => {
		const request = http.get(
			address,
			{ agent, headers: { 'accept-encoding': 'gzip', accept: 'text/html' } },
			(answer) => {
				answer.resume()
				answer.on('end', () => resolve(answer.statusCode === 200 && answer.complete))
				answer.on('error', () => resolve(false))
			},
		)
		request.on('error', () => resolve(false))
	})
}

async function pagesOf(client: Sql): Promise<string[]> {
	const found = await client<{ city: string; category: string }[]>`
		select city.slug as city, parent.slug as category from locations location
		join cities city on city.id = location.city_id
		join services on services.location_id = location.id and services.position = 0
		join categories category on category.id = services.category_id join categories parent on parent.id = category.parent_id
		group by 1, 2 order by count(*) desc, 1, 2 limit 200`
	const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
	return found.flatMap(({ city, category }, index) => {
		const place = `/katalog/${city}/${category}`
		return [index % 3 === 0 ? `${place}?datum=${day}&tageszeit=abend` : place, `/katalog/${city}`]
	})
}

/** Books, and cancels its bookings, at locations all over the country, about ten times a second. */
function startWriter(client: Sql): { end(): Promise<{ writes: number; refused: number }> } {
	const random = createRandom('writer')
	const ended = new AbortController()
	let [writes, refused] = [0, 0]
	const work = async (): Promise<void> => {
		const wishes = await client<{ location: string; service: string }[]>`
			select location_id as location, id as service from services where position = 0 order by md5(id::text) limit 500`
		while (!ended.signal.aborted) {
			const { location, service } = random.pick([...wishes])
			try {
				writes += await bookAndCancel(client, location, service)
			} catch {
				refused++
			}
			await new Promise((resolve) => setTimeout(resolve, 100))
		}
	}
	const done = work()
	return {
		async end() {
			ended.abort()
			await done
			return { writes, refused }
		},
	}
}

async function bookAndCancel(client: Sql, location: string, service: string): Promise<number> {
	const [start] = await client<
		{ starts_at: Date }[]
	>`select starts_at from next_starts(${location}, ${[service]}::uuid[], null, null, 1)`
	if (!start) return 0
	const secret = randomUUID()
	const hash = createHash('sha256').update(secret).digest('hex')
	const [row] =
		await client`select hold_appointment(${location}, ${[service]}::uuid[], ${start.starts_at}, null, ${hash}) as held`
	if (!row?.held.id) throw new Error(row?.held.message)
	const contact = { name: 'Messkundin', email: 'messung@kundin.example', phone: '', note: '' }
	await client`select confirm_appointment(${row.held.id}, ${secret}, ${client.json(contact)})`
	await client`select cancel_appointment(${row.held.id}, ${secret}, 'Messung')`
	return 3
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
	const child = spawn(process.execPath, [path.join(import.meta.dirname, '..', 'server', 'main.ts')], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		env: {
			...process.env,
			...{ DATA_DIR: dataDir, DATABASE_URL: '', SEED: 'empty', PORT: '0', RATE_LIMITS: 'false', LOG_LEVEL: 'error' },
			NODE_ENV: 'production',
		},
	})
	const [message] = (await once(child, 'message')) as [{ url: string }]
	return {
		url: message.url,
		async stop() {
			const ended = once(child, 'exit')
			child.kill('SIGTERM')
			await ended
		},
	}
}
