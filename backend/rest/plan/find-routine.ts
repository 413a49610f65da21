import { RestError } from '../errors.ts'
import type { Name, Parameter, Routine, Schema } from '../schema/types.ts'
import { keyOf } from '../schema/types.ts'
import { nearest } from './nearest.ts'

/** How arguments reach a function: by name, or the whole body as its only, unnamed parameter. */
export type Call = { routine: Routine; whole: boolean }

const WHOLE_BODY: Record<string, string[]> = {
	json: ['json', 'jsonb'],
	text: ['text'],
	xml: ['xml'],
	bytes: ['bytea'],
}
const NAMELESS_TYPES = Object.values(WHOLE_BODY).flat()

/**
 * Chooses the function that fits the names of the arguments; `body` is the kind of body, if there is one.
 * @throws RestError PGRST202 when none fits, PGRST203 when several do.
 */
export function findRoutine(schema: Schema, name: Name, names: string[], body?: string): Call {
	const candidates = (schema.routines.get(keyOf(name)) ?? []).filter(isCallable)
	const byName = body === undefined || body === 'json' ? candidates.filter((routine) => fits(routine, names)) : []
	const types = WHOLE_BODY[body ?? ''] ?? []
	const whole = candidates.filter((routine) => isNameless(routine) && types.includes(routine.parameters[0]?.type ?? ''))
	const found = byName.length > 0 ? byName : whole
	if (found.length > 1) throw ambiguous(found)
	if (!found[0]) throw notFound(schema, name, names, body, candidates)
	return { routine: found[0], whole: isNameless(found[0]) }
}

/** Unnamed parameters can only be passed as a whole body. */
function isCallable({ parameters }: Routine): boolean {
	const nameless = parameters.filter((parameter) => parameter.name === '').length
	return nameless === 0 || (nameless === 1 && NAMELESS_TYPES.includes(parameters[0]?.type ?? ''))
}

function isNameless({ parameters }: Routine): boolean {
	return parameters.length === 1 && parameters[0]?.name === ''
}

function fits({ parameters }: Routine, names: string[]): boolean {
	const known = new Set(parameters.map((parameter) => parameter.name))
	if (!names.every((name) => known.has(name))) return false
	return parameters.every((parameter) => !parameter.required || names.includes(parameter.name))
}

function ambiguous(found: Routine[]): RestError {
	const list = (parameters: Parameter[]): string => parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')
	const { schema, name } = found[0] as Routine
	const lists = found.map((routine) => list(routine.parameters)).toSorted()
	const described = lists.map((parameters) => `${schema}.${name}(${parameters})`)
	return new RestError(
		300,
		'PGRST203',
		`Could not choose the best candidate function between: ${described.join(', ')}`,
		null,
		'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
	)
}

function notFound(
	schema: Schema,
	name: Name,
	names: string[],
	body: string | undefined,
	candidates: Routine[],
): RestError {
	const called = `${name.schema}.${name.name}`
	const nameless = body !== undefined && body !== 'json'
	const list = names.join(', ')
	const short = nameless ? '' : names.length > 0 ? `(${list})` : ' without parameters'
	const long = names.length > 0 ? ` with parameter${names.length > 1 ? 's' : ''} ${list}` : ' without parameters'
	const searched = nameless
		? ` with a single unnamed ${body === 'bytes' ? 'bytea' : body} parameter`
		: `${long}${body === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''}`
	return new RestError(
		404,
		'PGRST202',
		`Could not find the function ${called}${short} in the schema cache`,
		`Searched for the function ${called}${searched}, but no matches were found in the schema cache.`,
		nameless ? null : suggestion(schema, name, names, candidates),
	)
}

function suggestion(schema: Schema, name: Name, names: string[], candidates: Routine[]): string | null {
	if (candidates.length === 0) {
		const known = [...schema.routines.values()].flat().filter((routine) => routine.schema === name.schema)
		const close = nearest(name.name, new Set(known.filter(isCallable).map((routine) => routine.name)))
		return close === undefined ? null : `Perhaps you meant to call the function ${name.schema}.${close}`
	}
	const lists = candidates.map(({ parameters }) => listed(parameters.map((parameter) => parameter.name)))
	const close = nearest(listed(names), lists)
	return close === undefined ? null : `Perhaps you meant to call the function ${name.schema}.${name.name}${close}`
}

function listed(names: string[]): string {
	return `(${names.toSorted().join(', ')})`
}
