import { arrayLiteral, qualified, quoteIdent } from '../identifiers.ts'
import type { Call } from '../plan/find-routine.ts'
import type { Parameter } from '../schema/types.ts'
import type { Params } from './params.ts'

/** Arguments as they arrived: a JSON object, a list of URL parameters, or a whole body. */
export type Arguments =
	| { kind: 'json'; body: string; many: boolean; names: string[] }
	| { kind: 'url'; pairs: [string, string][] }
	| { kind: 'whole'; body: string }

/** The call of a function as a source of rows; a scalar is in the column `pgrst_scalar`. */
export function callSql(call: Call, args: Arguments, columns: string[], params: Params): string {
	const { routine } = call
	const name = qualified(routine)
	const from =
		args.kind === 'json' && !call.whole && args.names.length > 0 ? bodySql(routine.parameters, args, params) : ''
	const invoked = `${name}(${argumentsSql(call, args, params)})`
	if (routine.returns === 'rows') {
		const list = columns.map((column) => `pgrst_call.${column === '*' ? '*' : quoteIdent(column)}`).join(', ') || '1'
		return `select ${list} from ${from ? `${from}, lateral ` : ''}${invoked} as pgrst_call`
	}
	return `select pgrst_call.pgrst_scalar from ${from ? `${from}, lateral ` : ''}(select ${invoked} as pgrst_scalar) as pgrst_call`
}

function argumentsSql({ routine, whole }: Call, args: Arguments, params: Params): string {
	if (whole) return wholeSql(args, routine.parameters[0] as Parameter, params)
	const given = new Set(args.kind === 'json' ? args.names : args.kind === 'url' ? args.pairs.map(([name]) => name) : [])
	return routine.parameters
		.filter((parameter) => given.has(parameter.name))
		.map((parameter) => {
			const value =
				args.kind === 'url'
					? `${params.add(urlValue(parameter, args.pairs))}::${parameter.type}`
					: `pgrst_body.${quoteIdent(parameter.name)}`
			return `${parameter.variadic ? 'variadic ' : ''}${quoteIdent(parameter.name)} := ${value}`
		})
		.join(', ')
}

/** The only, unnamed parameter: the body, or the URL's value for the empty name. */
function wholeSql(args: Arguments, parameter: Parameter, params: Params): string {
	if (args.kind !== 'url') return `${params.add(args.body)}::${parameter.type}`
	return args.pairs.length > 0 ? `${params.add(urlValue(parameter, args.pairs))}::${parameter.type}` : ''
}

function urlValue(parameter: Parameter, pairs: [string, string][]): string {
	const values = pairs.filter(([name]) => name === parameter.name).map(([, value]) => value)
	const last = values.at(-1) ?? ''
	if (!parameter.variadic) return last
	return values.length === 1 && /^\{.*\}$/s.test(last) ? last : arrayLiteral(values)
}

function bodySql(parameters: Parameter[], args: Extract<Arguments, { kind: 'json' }>, params: Params): string {
	const definitions = parameters
		.filter((parameter) => args.names.includes(parameter.name))
		.map((parameter) => `${quoteIdent(parameter.name)} ${parameter.type}`)
	const expand = args.many ? 'json_to_recordset' : 'json_to_record'
	return `(select * from ${expand}(${params.add(args.body)}::json) as _(${definitions.join(', ')}) limit 1) as pgrst_body`
}
