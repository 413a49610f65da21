import type { RawTable, RawView } from './introspect.ts'

export type Origin = { table: number; column: string }
/** For each view, the columns that are plain columns of a table: view column → origin. */
export type ViewOrigins = Map<number, Map<string, Origin>>

/**
 * Finds out which columns of views are columns of tables, through any number of views, from the stored rewrite rules.
 * PostgreSQL has no catalog for that; PostgREST reads the same rules.
 */
export function resolveViews(views: RawView[], tables: RawTable[]): ViewOrigins {
	const byOid = new Map(tables.map((table) => [table.oid, table]))
	const direct = new Map(views.map((view) => [view.oid, readTargets(view.definition)]))
	const origins: ViewOrigins = new Map()
	for (const [view, targets] of direct) {
		const columns = new Map<string, Origin>()
		for (const target of targets) {
			const name = byOid.get(view)?.columns.find((column) => column.number === target.number)?.name
			const origin = follow(target.table, target.column, direct)
			const column = byOid.get(origin.table)?.columns.find((column) => column.number === origin.column)?.name
			if (name !== undefined && column !== undefined) columns.set(name, { table: origin.table, column })
		}
		origins.set(view, columns)
	}
	return origins
}

type Target = { number: number; table: number; column: number }

function follow(table: number, column: number, direct: Map<number, Target[]>): { table: number; column: number } {
	for (let depth = 0; depth < 64; depth++) {
		const next = direct.get(table)?.find((target) => target.number === column)
		if (!next) break
		table = next.table
		column = next.column
	}
	return { table, column }
}

/** Reads the outermost target list of a rule's node tree. */
function readTargets(tree: string): Target[] {
	const targets: Target[] = []
	// Depth 2 is the outermost query (`({QUERY …`), depth 4 an entry of one of its lists.
	let depth = 0
	let list = ''
	let entry = ''
	for (let at = 0; at < tree.length; at++) {
		const char = tree[at]
		if (char === '\\') at++
		else if (char === '{' || char === '(') {
			depth++
			if (depth === 3) list = /:(\w+) $/.exec(tree.slice(Math.max(0, at - 40), at))?.[1] ?? ''
			if (depth === 4) entry = ''
		} else if (char === '}' || char === ')') {
			if (depth === 4 && list === 'targetList') targets.push(...readTarget(entry))
			depth--
		} else if (depth === 4) entry += char
	}
	return targets
}

function readTarget(entry: string): Target[] {
	const number = /:resno (\d+)/.exec(entry)?.[1]
	const table = /:resorigtbl (\d+)/.exec(entry)?.[1]
	const column = /:resorigcol (-?\d+)/.exec(entry)?.[1]
	if (!number || !table || !column || table === '0' || !entry.includes(':resjunk false')) return []
	return [{ number: Number(number), table: Number(table), column: Number(column) }]
}
