import type { RowChange } from './replication.ts'

/** The parts of a change that a role can see, as JSON texts. */
export type Seen = { columns: string | null; record: string | null; old_record: string | null }

const MAX_RECORD_CHARACTERS = 1_048_576
const SHORT_CHARACTERS = 64

/** The JSON text of a change as the client expects it in `data`; numbers keep all their digits. */
export function changeData(change: RowChange, seen: Seen | undefined, select?: string[]): string {
	const trim = (text: string | null | undefined): string =>
		select && text ? onlyColumns(text, select) : (text ?? '{}')
	const [record, old] = [trim(seen?.record), trim(seen?.old_record)]
	const tooLarge = record.length + old.length > MAX_RECORD_CHARACTERS
	const parts = [
		`"schema":${JSON.stringify(change.relation.schema)}`,
		`"table":${JSON.stringify(change.relation.table)}`,
		`"commit_timestamp":"${change.committedAt.toISOString()}"`,
		`"type":"${change.type}"`,
		`"columns":${selectedColumns(seen?.columns ?? '[]', select)}`,
		...(change.type === 'DELETE' ? [] : [`"record":${tooLarge ? onlyShort(record) : record}`]),
		...(change.type === 'INSERT' ? [] : [`"old_record":${tooLarge ? onlyShort(old) : old}`]),
		`"errors":${tooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
	]
	return `{${parts.join(',')}}`
}

function selectedColumns(columns: string, select: string[] | undefined): string {
	if (!select) return columns
	const list = JSON.parse(columns) as { name: string }[]
	return JSON.stringify(list.filter((column) => select.includes(column.name)))
}

function onlyColumns(record: string, names: string[]): string {
	return keep(record, (name) => names.includes(name))
}

function onlyShort(record: string): string {
	return keep(record, (_name, value) => JSON.stringify(value).length <= SHORT_CHARACTERS)
}

function keep(record: string, wanted: (name: string, value: unknown) => boolean): string {
	const values = JSON.parse(record) as Record<string, unknown>
	return JSON.stringify(Object.fromEntries(Object.entries(values).filter(([name, value]) => wanted(name, value))))
}
