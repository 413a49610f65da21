import { randomUUID } from 'node:crypto'
import type { BackendContext } from '../context.ts'

/** Carries messages between server processes; a process does not receive its own. */
export type Bus = {
	/** The id of this process. */
	readonly self: string
	send(message: object): void
	/** Starts listening, once; resolves when messages arrive. */
	listen(): Promise<void>
	close(): Promise<void>
}

const NOTIFY_CHANNEL = 'realtime_bus'
// PostgreSQL limits a notification to less than 8000 bytes.
const MAX_NOTIFY_BYTES = 7_500
const FLUSH_MS = 5
const MAX_QUEUE = 10_000
const CLEAN_MS = 60_000

/** Opens the bus on LISTEN/NOTIFY; messages too long for a notification are passed through `realtime.relay`. */
export function createBus(context: BackendContext, receive: (message: object, from: string) => void): Bus {
	const self = randomUUID()
	const { owner } = context
	let queue: string[] = []
	let timer: NodeJS.Timeout | undefined
	let cleaner: NodeJS.Timeout | undefined
	let listening: Promise<{ unlisten(): Promise<void> }> | undefined
	let flushing: Promise<void> = Promise.resolve()
	let receiving: Promise<void> = Promise.resolve()

	const warn = (error: unknown): void =>
		context.settings.log('warn', 'realtime: message to other processes failed', { error: String(error) })

	async function flush(): Promise<void> {
		const texts = queue
		queue = []
		let [batch, size] = [[] as string[], 0]
		for (const text of texts) {
			const bytes = Buffer.byteLength(text)
			if (size + bytes > MAX_NOTIFY_BYTES && batch.length > 0) {
				await notify(batch)
				;[batch, size] = [[], 0]
			}
			batch.push(text)
			size += bytes + 1
		}
		if (batch.length > 0) await notify(batch)
	}

	async function notify(texts: string[]): Promise<void> {
		const body = `{"from":"${self}","messages":[${texts.join(',')}]}`
		if (Buffer.byteLength(body) <= MAX_NOTIFY_BYTES) await owner.notify(NOTIFY_CHANNEL, body)
		else {
			await owner`with row as (insert into realtime.relay (body) values (${body}) returning id)
				select pg_notify(${NOTIFY_CHANNEL}, json_build_object('from', ${self}::text, 'relay', id)::text) from row`
		}
	}

	async function onNotify(text: string): Promise<void> {
		let note = JSON.parse(text) as { from: string; relay?: number; messages?: object[] }
		if (note.from === self) return
		if (note.relay !== undefined) {
			const [row] = await owner<{ body: string }[]>`select body from realtime.relay where id = ${note.relay}`
			if (!row) return
			note = JSON.parse(row.body) as typeof note
		}
		for (const message of note.messages ?? []) receive(message, note.from)
	}

	return {
		self,
		send(message) {
			if (queue.length >= MAX_QUEUE) return
			queue.push(JSON.stringify(message))
			timer ??= setTimeout(() => {
				timer = undefined
				flushing = flushing.then(flush).catch(warn)
			}, FLUSH_MS)
		},
		async listen() {
			listening ??= owner.listen(NOTIFY_CHANNEL, (text) => {
				// One after the other, so that a short message cannot overtake a relayed one.
				receiving = receiving.then(() => onNotify(text)).catch(warn)
			})
			cleaner ??= setInterval(() => {
				owner`delete from realtime.relay where created_at < now() - interval '1 minute'`.catch(warn)
				owner`delete from realtime.messages where inserted_at < (now() at time zone 'utc') - interval '3 days'`.catch(
					warn,
				)
			}, CLEAN_MS).unref()
			try {
				await listening
			} catch (error) {
				listening = undefined
				throw error
			}
		},
		async close() {
			clearTimeout(timer)
			clearInterval(cleaner)
			await flushing.then(flush).catch(warn)
			const open = await listening?.catch(() => undefined)
			await open?.unlisten().catch(() => undefined)
		},
	}
}
