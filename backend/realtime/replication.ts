import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import postgres from '../postgres/driver.ts'
import { readOutput, type OutputMessage, type Relation } from './pgoutput.ts'

export type RowChange = Extract<OutputMessage, { kind: 'change' }> & {
	relation: Relation
	committedAt: Date
	xid: number
}

export type ReplicationOptions = {
	/** URL of a role with the attribute REPLICATION. */
	databaseUrl: string
	publication: string
	/** False skips a change before it is stored. Called for every row, so it must be fast. */
	wanted(relation: Relation): boolean
	/** Gets all changes that have arrived since the previous call returned. */
	deliver(changes: RowChange[]): Promise<void>
	/** The stream is running (again); changes committed from now on arrive. */
	onReady(): void
	onError(error: unknown): void
}

export type Replication = { stop(): Promise<void> }

const STATUS_MS = 10_000
const RETRY_MS = [250, 500, 1_000, 2_000, 3_000]
const MAX_PENDING = 5_000
const MAX_SILENT_REPORTS = 3

/**
 * Follows a publication through a temporary logical replication slot, which vanishes with its connection. A lost
 * connection is opened again; changes committed in between are missed, and `onReady` reports when the stream continues.
 */
export function startReplication(options: ReplicationOptions): Replication {
	const ending = new AbortController()
	const finished = follow(options, ending.signal)
	return {
		async stop() {
			ending.abort()
			await finished
		},
	}
}

async function follow(options: ReplicationOptions, signal: AbortSignal): Promise<void> {
	for (let attempt = 0; !signal.aborted; attempt++) {
		const onReady = (): void => {
			attempt = 0
			options.onReady()
		}
		try {
			await runOnce({ ...options, onReady }, signal)
			if (!signal.aborted) options.onError(new Error('the stream ended'))
		} catch (error) {
			if (signal.aborted) return
			options.onError(error)
		}
		await delay(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)], undefined, { signal }).catch(() => undefined)
	}
}

async function runOnce(options: ReplicationOptions, signal: AbortSignal): Promise<void> {
	const sql = connect(options.databaseUrl)
	const abort = (): void => void sql.end({ timeout: 0 })
	signal.addEventListener('abort', abort)
	try {
		const slot = `realtime_${randomUUID().replaceAll('-', '')}`
		const [created] = await sql.unsafe(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
		const start = String(created?.consistent_point)
		const publication = options.publication.replaceAll("'", "''")
		const stream: Duplex = (await sql
			.unsafe(`START_REPLICATION SLOT ${slot} LOGICAL ${start} (proto_version '1', publication_names '${publication}')`)
			.writable()) as unknown as Duplex
		options.onReady()
		await readStream(stream, options, signal)
	} finally {
		signal.removeEventListener('abort', abort)
		await sql.end({ timeout: 0 })
	}
}

function connect(databaseUrl: string): Sql {
	return postgres(databaseUrl, {
		max: 1,
		fetch_types: false,
		idle_timeout: undefined,
		max_lifetime: null,
		onnotice: () => undefined,
		connection: { replication: 'database', application_name: 'realtime', TimeZone: 'UTC', DateStyle: 'ISO' },
	})
}

/** Resolves when the stream ends, rejects when it breaks. The handler must stay on `data`, which keeps frames apart. */
function readStream(stream: Duplex, options: ReplicationOptions, signal: AbortSignal): Promise<void> {
	const relations = new Map<number, Relation>()
	let pending: RowChange[] = []
	let transaction = { committedAt: new Date(), xid: 0 }
	let [seen, done] = [0n, 0n]
	let busy = false
	let silent = 0

	// Each report asks for an answer. Without one, a server that is out of reach would be noticed only by TCP's own timeout.
	const report = (): void => {
		if (++silent > MAX_SILENT_REPORTS) stream.destroy(new Error('the database does not answer'))
		else if (stream.writable) stream.write(statusUpdate(done))
	}
	const handle = (message: OutputMessage): void => {
		if (message.kind === 'begin') transaction = { committedAt: message.committedAt, xid: message.xid }
		else if (message.kind === 'commit') seen = message.end
		else if (message.kind === 'relation') relations.set(message.relation.oid, message.relation)
		else {
			const relation = relations.get(message.oid)
			if (relation && options.wanted(relation)) pending.push({ ...message, relation, ...transaction })
		}
	}
	const pump = async (): Promise<void> => {
		if (busy) return
		busy = true
		while (pending.length > 0 && !signal.aborted) {
			const [batch, position] = [pending, seen]
			pending = []
			if (stream.isPaused()) stream.resume()
			await options.deliver(batch).catch((error: unknown) => options.onError(error))
			done = position
		}
		if (pending.length === 0) done = seen
		busy = false
	}
	return new Promise((resolve, reject) => {
		const timer = setInterval(report, STATUS_MS)
		const finish = (error?: Error | null): void => {
			clearInterval(timer)
			if (error) reject(error)
			else resolve()
		}
		stream.on('error', finish)
		stream.on('close', () => finish())
		stream.on('end', () => finish())
		stream.on('data', (frame: Buffer) => {
			silent = 0
			if (frame[0] === 0x77) {
				const message = readOutput(frame.subarray(25), (oid) => relations.get(oid))
				if (message) handle(message)
				if (pending.length > MAX_PENDING) stream.pause()
				void pump()
			} else if (frame[0] === 0x6b) {
				const end = frame.readBigUInt64BE(1)
				if (!busy && pending.length === 0 && end > done) [seen, done] = [end, end]
				if (frame[17] === 1) report()
			}
		})
	})
}

function statusUpdate(position: bigint): Buffer {
	const update = Buffer.alloc(34)
	update[0] = 0x72
	for (const offset of [1, 9, 17]) update.writeBigUInt64BE(position, offset)
	update.writeBigInt64BE(BigInt(Date.now() - Date.UTC(2000, 0, 1)) * 1000n, 25)
	update[33] = 1
	return update
}
