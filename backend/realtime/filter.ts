/** One condition of a subscription; `values` has one element except for `in`. */
export type Filter = { column: string; operator: string; values: string[]; negate: boolean }

/** The filters or event of a subscription are invalid; the message is shown to the client. */
export class FilterError extends Error {}

const OPERATORS = new Set([
	'eq',
	'neq',
	'lt',
	'lte',
	'gt',
	'gte',
	'in',
	'like',
	'ilike',
	'is',
	'match',
	'imatch',
	'isdistinct',
])
const MAX_VALUES = 100
const MAX_PATTERN = 500

/**
 * Reads `column=operator.value`, several separated by commas; values with reserved characters are in double quotes.
 * @throws FilterError for an operator that is not supported or a malformed condition.
 */
export function parseFilters(text: string | undefined): Filter[] {
	if (!text) return []
	return splitOutside(text).map((part) => {
		const match = /^([^=]+)=(not\.)?([a-z]+)\.([\s\S]*)$/.exec(part)
		const [, column = '', not, operator = '', rest = ''] = match ?? []
		if (!match) throw new FilterError(`Error parsing filter params: ${part}`)
		if (!OPERATORS.has(operator)) throw new FilterError(`Filter operator ${operator} is not supported`)
		const list = operator === 'in' ? readList(rest) : [unquote(rest)]
		if (list.length === 0 || list.length > MAX_VALUES) {
			throw new FilterError(`Filter on ${column} needs 1 to ${MAX_VALUES} values`)
		}
		if (operator.endsWith('match')) checkPattern(column, list[0] ?? '')
		return { column: column.trim(), operator, values: list, negate: not !== undefined }
	})
}

// A regular expression with back-references could keep the database busy forever.
function checkPattern(column: string, pattern: string): void {
	if (pattern.length > MAX_PATTERN || /\\[1-9]/.test(pattern)) {
		throw new FilterError(
			`Filter on ${column} needs a pattern of up to ${MAX_PATTERN} characters without back references`,
		)
	}
}

function readList(text: string): string[] {
	if (!text.startsWith('(') || !text.endsWith(')')) throw new FilterError(`Error parsing filter list: ${text}`)
	return splitOutside(text.slice(1, -1)).map(unquote)
}

function unquote(text: string): string {
	const value = text.trim()
	if (!value.startsWith('"') || !value.endsWith('"') || value.length < 2) return text
	return value.slice(1, -1).replace(/\\(.)/g, '$1')
}

/** Splits at commas that are neither in quotes nor in parentheses. */
function splitOutside(text: string): string[] {
	const parts: string[] = []
	let [depth, quoted, start] = [0, false, 0]
	for (let i = 0; i < text.length; i++) {
		const char = text[i]
		if (char === '\\' && quoted) i += 1
		else if (char === '"') quoted = !quoted
		else if (!quoted && char === '(') depth += 1
		else if (!quoted && char === ')') depth -= 1
		else if (!quoted && depth === 0 && char === ',') {
			parts.push(text.slice(start, i))
			start = i + 1
		}
	}
	return [...parts, text.slice(start)]
}
