import { quoteIdent } from '../identifiers.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Routine, Schema } from '../schema/types.ts'

const FURTHER_PATH = '"public", "extensions"'
// Settings of `alter role … set` that do not apply to a transaction or only to logins.
const NOT_FOR_ROLE = /^(?:search_path|role|session_authorization|pgrst\.)/

/** The settings of a request's transaction; the role comes before the caller's own values. */
export function settingsOf(request: RestRequest, schema: Schema, routine?: Routine): [string, string][] {
	const { caller, headers } = request
	const list = Object.fromEntries(headers)
	const settings: [string, string][] = [
		['search_path', `${quoteIdent(request.schema)}, ${FURTHER_PATH}`],
		['role', caller.role],
		['request.jwt.claims', JSON.stringify(caller.claims)],
		['request.method', request.method],
		['request.path', request.path],
		['request.headers', JSON.stringify(list)],
		['request.cookies', JSON.stringify(cookiesOf(list.cookie))],
	]
	for (const setting of schema.roleSettings.get(caller.role) ?? []) {
		if (!NOT_FOR_ROLE.test(setting[0])) settings.push(setting)
	}
	if (request.limits) settings.push(['statement_timeout', shorter(request.limits.statementMs, settings)])
	const zone = request.preferences.timezone
	if (zone !== undefined && isZone(zone)) settings.push(['timezone', zone])
	if (routine) settings.push(...routine.settings)
	return settings
}

const UNITS: Record<string, number> = { '': 1, ms: 1, s: 1_000, min: 60_000 }

/** The shorter of `ms` and the role's own limit. */
function shorter(ms: number, settings: [string, string][]): string {
	const [, value] = settings.findLast(([name]) => name === 'statement_timeout') ?? []
	const [, number, unit = ''] = /^(\d+)\s*(ms|s|min)?$/.exec(value ?? '') ?? []
	const own = number === undefined ? 0 : Number(number) * (UNITS[unit] ?? 1)
	return String(own > 0 ? Math.min(own, ms) : ms)
}

function cookiesOf(header: string | undefined): Record<string, string> {
	if (!header) return {}
	return Object.fromEntries(
		header.split(';').map((pair) => {
			const [name = '', ...value] = pair.trim().split('=')
			return [name, value.join('=')]
		}),
	)
}

function isZone(zone: string): boolean {
	try {
		return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
	} catch {
		return false
	}
}
