import type { ISql, JSONValue, Sql } from 'postgres'
import type { Keys } from './context.ts'
import { rotateSigningKey } from './keys.ts'

// Any fixed number, so that processes that start together agree one after the other.
const KEYS_LOCK = 7_215_003

/** Creates the place where a database keeps its keys: a schema that only its owner can use. */
export async function prepareKeys(sql: ISql): Promise<void> {
	await sql`create schema if not exists supabase_keys`
	await sql`revoke all on schema supabase_keys from public`
	await sql`create table if not exists supabase_keys.keys (
		only_row boolean primary key default true check (only_row), keys jsonb not null)`
}

/**
 * Makes all server processes of a database use the same keys, whether they started the database or were given its address.
 * The keys of the first process are stored in the database, and every other process uses them instead of its own.
 * @param sql the owner of the services' schemas.
 * @param own the keys of this process's data folder.
 */
export async function shareKeys(sql: Sql, own: Keys): Promise<Keys> {
	const plain = JSON.parse(JSON.stringify(own)) as JSONValue
	return sql.begin(async (transaction) => {
		await transaction`select pg_advisory_xact_lock(${KEYS_LOCK})`
		await prepareKeys(transaction)
		await transaction`insert into supabase_keys.keys (keys) values (${transaction.json(plain)}) on conflict do nothing`
		const [row] = await transaction<{ keys: Keys }[]>`select keys from supabase_keys.keys`
		return row?.keys ?? own
	})
}

/**
 * Rotates the signing key that the processes of a database share. Each process uses the new key after its next start;
 * until then all know the standby key that will sign.
 * @throws Error when no process has started on this database yet.
 */
export async function rotateSharedKeys(sql: Sql): Promise<Keys> {
	return sql.begin(async (transaction) => {
		await transaction`select pg_advisory_xact_lock(${KEYS_LOCK})`
		await prepareKeys(transaction)
		const [row] = await transaction<{ keys: Keys }[]>`select keys from supabase_keys.keys for update`
		if (!row) throw new Error('This database has no keys yet')
		const keys = await rotateSigningKey(row.keys)
		await transaction`update supabase_keys.keys set keys = ${transaction.json(JSON.parse(JSON.stringify(keys)) as JSONValue)}`
		return keys
	})
}
