import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { openBenchBackend } from './backend.ts'
import { median, openBenchDatabase } from './database.ts'
import type { ClientsReport } from './realtime-clients.ts'

// Open sockets in another process, each in one channel; broadcasts go to all of them, one after the other. Latency is from the call
// that sends until a client's process has the message; memory is the growth of the server's process.
const SOCKETS = 2_000
const BROADCASTS = 30

const database = await openBenchDatabase(4)
const server = createServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const services = await openBenchBackend(database.url, url, 4)
const { backend, keys } = services
server.on('upgrade', (request, socket, head) => backend.upgrade(request, socket, head))

const memory = process.memoryUsage().rss
const given = [url, keys.publishable, String(SOCKETS), String(BROADCASTS)]
const clients = fork(path.join(import.meta.dirname, 'realtime-clients.ts'), given)
const began = performance.now()
await once(clients, 'message')
const joined = performance.now() - began
const cpu = process.cpuUsage()
for (let n = 0; n < BROADCASTS; n++) {
	const messages = [{ topic: 'all', event: 'tick', payload: { n, at: performance.timeOrigin + performance.now() } }]
	const request = new Request(`${url}/realtime/v1/api/broadcast`, {
		method: 'POST',
		headers: { apikey: keys.publishable, 'content-type': 'application/json' },
		body: JSON.stringify({ messages }),
	})
	const heard = once(clients, 'message')
	await backend.fetch(request)
	await heard
}
const { user, system } = process.cpuUsage(cpu)
clients.send('report')
const [{ latencies, missing }] = (await once(clients, 'message')) as [ClientsReport]
const sorted = latencies.toSorted((a, b) => a - b)
const at = (part: number): string => `${(sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)} ms`
console.log(`${SOCKETS} sockets joined in ${Math.round(joined)} ms, ${BROADCASTS} broadcasts to all of them`)
console.log(
	`latency: median ${median(sorted).toFixed(1)} ms, p95 ${at(0.95)}, last ${at(0.9999)}; not delivered: ${missing}`,
)
console.log(`CPU of the server for one broadcast: ${((user + system) / 1000 / BROADCASTS).toFixed(1)} ms`)
console.log(`memory: ${((process.memoryUsage().rss - memory) / SOCKETS / 1024).toFixed(1)} KB for a socket`)
if (missing > 0) process.exitCode = 1
clients.kill()
await services.close()
server.close()
await database.stop()
