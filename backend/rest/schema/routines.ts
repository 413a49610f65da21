import type { RawRoutine, RawTable } from './introspect.ts'
import type { Parameter, Routine } from './types.ts'

// PostgREST applies these settings of a function to the whole transaction.
const HOISTED = new Set(['statement_timeout', 'plan_filter.statement_cost_limit', 'default_transaction_isolation'])

/** Turns a row of pg_proc into a callable function. */
export function toRoutine(raw: RawRoutine, byOid: Map<number, RawTable>): Routine {
	const table = byOid.get(raw.returnRelation)
	const outputs = raw.modes?.some((mode) => mode === 'o' || mode === 't' || mode === 'b')
	const rows = outputs || raw.returnKind === 'c' || raw.returnType === 'record'
	return {
		schema: raw.schema,
		name: raw.name,
		parameters: toParameters(raw),
		returns: raw.returnType === 'void' ? 'void' : rows ? 'rows' : 'scalar',
		set: raw.set,
		table: table && { schema: table.schema, name: table.name },
		readOnly: raw.volatility !== 'v',
		settings: toSettings(raw.settings).filter(([name]) => HOISTED.has(name)),
		comment: raw.comment ?? undefined,
	}
}

function toParameters(raw: RawRoutine): Parameter[] {
	const inputs = raw.types
		.map((type, at) => ({ type, mode: raw.modes?.[at] ?? 'i', name: raw.names?.[at] ?? '' }))
		.filter((input) => input.mode === 'i' || input.mode === 'b' || input.mode === 'v')
	return inputs.map((input, at) => ({
		name: input.name,
		type: input.type,
		required: at < inputs.length - raw.defaults && input.mode !== 'v',
		variadic: input.mode === 'v',
	}))
}

/** `['name=value']` of the catalogs as pairs. */
export function toSettings(raw: string[] | null): [string, string][] {
	return (raw ?? []).map((setting) => {
		const at = setting.indexOf('=')
		return [setting.slice(0, at), setting.slice(at + 1)]
	})
}
