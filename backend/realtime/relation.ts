import type { Sql } from 'postgres'
import type { Relation } from './pgoutput.ts'

export type RelationInfo = { keyColumns(relation: Relation): Promise<string[]> }

/** Remembers the primary keys of published tables as long as the stream's description of them stays the same. */
export function createRelationInfo(owner: Sql): RelationInfo {
	const known = new WeakMap<Relation, Promise<string[]>>()
	async function read(relation: Relation): Promise<string[]> {
		const rows = await owner<{ name: string }[]>`
			select a.attname as name from pg_index i
			join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
			where i.indrelid = ${relation.oid} and i.indisprimary`
		return rows.map((row) => row.name)
	}
	return {
		keyColumns(relation) {
			const found = known.get(relation) ?? read(relation)
			known.set(relation, found)
			found.catch(() => known.delete(relation))
			return found
		},
	}
}
