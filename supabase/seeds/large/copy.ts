import { finished } from 'node:stream/promises'
import type { ReservedSql, Sql } from 'postgres'
import type { Batch } from './generator-thread.ts'

type Table = Batch['tables'][number]

/** One connection with one transaction, which copies tables in the order they are given. */
export type Lane = { copy(table: Table): Promise<void>; commit(): Promise<void>; close(): Promise<void> }

/**
 * Opens a lane. With `truncated` tables, which must be empty, PostgreSQL can skip its log; row triggers and references are
 * not checked then either.
 */
export async function openLane(sql: Sql, truncated: string[]): Promise<Lane> {
	const connection = await sql.reserve()
	let open = true
	await connection.unsafe('begin')
	if (truncated.length > 0) {
		await connection.unsafe('set local session_replication_role = replica')
		await connection.unsafe(`truncate ${truncated.join(', ')}`)
	}
	return {
		copy: (table) => copyTable(connection, table),
		async commit() {
			await connection.unsafe('commit')
			open = false
		},
		async close() {
			if (open) await connection.unsafe('rollback').catch(() => undefined)
			connection.release()
		},
	}
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function copyTable(connection: ReservedSql, { name, columns, text }: Table): Promise<void> {
	const stream = await connection.unsafe(`copy ${name} (${columns.join(', ')}) from stdin`).writable()
	stream.end(text)
	try {
		await finished(stream)
	} catch (error) {
		throw new Error(`${name}: ${messageOf(error)}`, { cause: error })
	}
}
