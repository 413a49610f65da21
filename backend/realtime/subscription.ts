import { randomInt } from 'node:crypto'
import type { BackendContext, Caller } from '../context.ts'
import { type Filter, FilterError, parseFilters } from './filter.ts'

/** One entry of `config.postgres_changes`, read and validated. */
export type Wish = {
	id: number
	event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
	schema: string
	table: string | undefined
	filters: Filter[]
	select: string[] | undefined
	/** The entry as the client sent it, with its id; the client compares the entry with its own. */
	echo: Record<string, unknown>
	concerns(relation: { schema: string; table: string }): boolean
}

const MAX_WISHES = 100

/**
 * Reads the changes that a join asks for.
 * @throws FilterError with a message for the client.
 */
export function readWishes(given: unknown): Wish[] {
	if (given === undefined || given === null) return []
	if (!Array.isArray(given) || given.length > MAX_WISHES) throw new FilterError('postgres_changes must be a short list')
	return given.map((entry: unknown) => {
		const wish = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
		const event = typeof wish.event === 'string' ? wish.event.toUpperCase() : '*'
		if (!['*', 'INSERT', 'UPDATE', 'DELETE'].includes(event)) throw new FilterError(`Unknown event ${event}`)
		const schema = typeof wish.schema === 'string' ? wish.schema : 'public'
		const table = typeof wish.table === 'string' && wish.table !== '*' ? wish.table : undefined
		const filters = parseFilters(typeof wish.filter === 'string' ? wish.filter : undefined)
		if (filters.length > 0 && table === undefined) throw new FilterError('A filter needs a table')
		const select = Array.isArray(wish.select) ? wish.select.map(String) : undefined
		const id = randomInt(1, 2 ** 31)
		const concerns: Wish['concerns'] = (relation) =>
			(schema === '*' || relation.schema === schema) && (table === undefined || relation.table === table)
		return { id, event: event as Wish['event'], schema, table, filters, select, echo: { ...wish, id }, concerns }
	})
}

/**
 * Checks in the database whether subscriptions can ever deliver anything: published tables, and columns that the role
 * can select.
 * @returns the reason for a refusal.
 */
export async function checkSubscription(
	context: BackendContext,
	publication: string,
	caller: Caller,
	wishes: Wish[],
): Promise<string | undefined> {
	const published = await context.owner<{ oid: number; schema: string; table: string }[]>`
		select c.oid::int8::int as oid, p.schemaname as schema, p.tablename as table
		from pg_publication_tables p join pg_class c on c.relname = p.tablename
		join pg_namespace n on n.oid = c.relnamespace and n.nspname = p.schemaname
		where p.pubname = ${publication}`
	for (const wish of wishes) {
		const tables = published.filter((table) => wish.concerns(table))
		if (tables.length === 0) {
			const { id: _id, ...parameters } = wish.echo
			return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${JSON.stringify(parameters)}`
		}
		const [first] = tables
		if (wish.filters.length === 0 || !first) continue
		try {
			const filters = context.requests.json(wish.filters)
			await context.requests`select realtime.check_filters(${first.oid}, ${caller.role}, ${filters})`
		} catch (error) {
			return `Unable to subscribe to changes with given parameters: ${(error as Error).message}`
		}
	}
	return undefined
}
