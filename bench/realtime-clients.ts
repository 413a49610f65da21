import { once } from 'node:events'
import { WebSocket } from 'ws'

/** The clients' measurements: one latency in milliseconds for each message that arrived. */
export type ClientsReport = { latencies: number[]; missing: number }

// The clients of the realtime bench, in a separate process. It reports when all have joined, after each broadcast that has
// reached all of them, and its results on request.
const [url = '', key = '', count = '0', broadcasts = '0'] = process.argv.slice(2)
const AT_ONCE = 50
const latencies: number[] = []
const expected = Number(count)
let heard = 0

async function join(): Promise<void> {
	const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`)
	await once(socket, 'open')
	const payload = { config: { broadcast: {}, presence: {}, postgres_changes: [] } }
	socket.send(JSON.stringify({ topic: 'realtime:all', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
	await once(socket, 'message')
	socket.on('message', (data: Buffer) => {
		const now = performance.timeOrigin + performance.now()
		const message = JSON.parse(data.toString('utf8')) as { event: string; payload: { payload?: { at?: number } } }
		const at = message.payload.payload?.at
		if (message.event !== 'broadcast' || at === undefined) return
		latencies.push(now - at)
		heard += 1
		if (heard === expected) {
			heard = 0
			process.send?.('all')
		}
	})
	setInterval(() => socket.send('{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"2"}'), 25_000)
}

for (let n = 0; n < expected; n += AT_ONCE) {
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, expected - n) }, join))
}
process.on('message', () => {
	const report: ClientsReport = { latencies, missing: expected * Number(broadcasts) - latencies.length }
	process.send?.(report)
})
process.send?.('joined')
