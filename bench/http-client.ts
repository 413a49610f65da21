import { Agent, get } from 'node:http'

/** The order that a bench sends to this process, which answers with a message when all requests are done. */
export type Order = { port: number; address: string; headers?: Record<string, string>; count: number }

const CONNECTIONS = 16
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

process.on('message', (order: Order) => {
	run(order).then(
		() => process.send?.({}),
		(error: unknown) => process.send?.({ failed: String(error) }),
	)
})

async function run(order: Order): Promise<void> {
	let left = order.count
	const worker = async (): Promise<void> => {
		while (left-- > 0) await ask(order)
	}
	await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}

function ask({ port, address, headers }: Order): Promise<void> {
	return new Promise((resolve, reject) => {
		const options = { host: '127.0.0.1', port, path: address, agent, headers: { 'accept-encoding': 'br', ...headers } }
		get(options, (response) => {
			const { statusCode } = response
			if (statusCode !== 200 && statusCode !== 304) reject(new Error(`${address}: ${statusCode}`))
			response.resume().on('end', () => resolve())
		}).on('error', reject)
	})
}
