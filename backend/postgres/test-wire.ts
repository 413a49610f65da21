import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy to a PostgreSQL server that can cut connections at any moment. */
export type Wire = {
	url: string
	/** How many connections have been opened so far. */
	opened(): number
	/** Cuts all connections, like a process that ends or one that is killed with unread bytes. */
	cut(how: 'closed' | 'reset'): void
	/** Refuses connections (`closed`: accepts and closes them) until set to open again. */
	set(state: 'open' | 'closed' | 'refused'): Promise<void>
	/** Called with the bytes that the client sends, before they are passed on; false holds them back. */
	onSent(watch: ((bytes: Buffer) => boolean) | undefined): void
	stop(): Promise<void>
}

/** Opens a proxy to the server of a connection URL. */
export async function openWire(target: string): Promise<Wire> {
	const { hostname, port } = new URL(target)
	const clients = new Set<Socket>()
	let state: 'open' | 'closed' | 'refused' = 'open'
	let watch: ((bytes: Buffer) => boolean) | undefined
	let count = 0
	const server: Server = createServer((client) => {
		client.on('error', () => undefined)
		if (state === 'closed') {
			client.resume().end()
			return
		}
		count++
		clients.add(client)
		const backend = connect(Number(port), hostname)
		backend.on('error', () => client.destroy())
		backend.on('data', (bytes) => client.writable && client.write(bytes))
		backend.on('end', () => client.end())
		client.on('data', (bytes: Buffer) => {
			if (watch?.(bytes) !== false) backend.write(bytes)
		})
		client.on('close', () => {
			clients.delete(client)
			backend.destroy()
		})
	})
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const own = (server.address() as AddressInfo).port
	const url = Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(own) }).href
	const cut = (how: 'closed' | 'reset'): void => {
		for (const client of clients) {
			if (how === 'reset') client.resetAndDestroy()
			else client.end()
		}
	}
	const close = (): Promise<unknown> => (server.listening ? once(server.close(), 'close') : Promise.resolve())
	return {
		url,
		opened: () => count,
		cut,
		async set(wanted) {
			state = wanted
			if (wanted === 'refused') {
				cut('closed')
				await close()
			} else if (!server.listening) await once(server.listen(own, '127.0.0.1'), 'listening')
		},
		onSent: (wanted) => (watch = wanted),
		async stop() {
			cut('reset')
			await close()
		},
	}
}
