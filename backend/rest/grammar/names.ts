import type { Field, JsonStep } from '../tree.ts'
import type { Cursor } from './cursor.ts'

const FIELD_EXPECTED = 'field name (* or [a..z0..9_$])'

/** A value in double quotes with backslash escapes, or undefined when none comes next. */
export function readQuoted(cursor: Cursor): string | undefined {
	const found = cursor.match(/"(?:[^\\"]|\\.)*"/sy)
	return found?.slice(1, -1).replace(/\\(.)/gs, '$1')
}

/** A column, relation or alias name: quoted, or letters, digits, `_`, `$`, spaces and inner dashes. Never empty. */
export function readName(cursor: Cursor): string {
	const quoted = readQuoted(cursor)
	// Anything after a NUL would not reach the database.
	if (quoted !== undefined) return quoted === '' || quoted.startsWith('\0') ? cursor.fail(FIELD_EXPECTED) : quoted
	const plain = cursor.match(/[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy)?.trim()
	return plain || cursor.fail(FIELD_EXPECTED)
}

/** A column with an optional JSON path (`data->a->>b`, `list->0`). */
export function readField(cursor: Cursor): Field {
	const name = cursor.take('*') ? '*' : readName(cursor)
	return { name, path: readJsonPath(cursor) }
}

export function readJsonPath(cursor: Cursor): JsonStep[] {
	const path: JsonStep[] = []
	for (;;) {
		const arrow = cursor.take('->>') ? '->>' : cursor.take('->') ? '->' : undefined
		if (!arrow) return path
		const index = cursor.match(/-?\d+(?=->|::|\.|,|:|\)|$)/y)
		path.push({ arrow, key: index === undefined ? readKey(cursor) : Number(index) })
	}
}

function readKey(cursor: Cursor): string {
	const key = readQuoted(cursor) ?? cursor.match(/(?:[^(\-:.,)>]|-(?!>))+/uy)
	return key || cursor.fail('any non reserved character different from: .,>()')
}

/** `a.b.c->x`: the path of embedded resources and the field at its end. */
export function readTreePath(cursor: Cursor): { path: string[]; field: Field } {
	const names = [readName(cursor)]
	while (cursor.take('.')) names.push(readName(cursor))
	const field = { name: names.pop() as string, path: readJsonPath(cursor) }
	if (!cursor.done) cursor.fail('"." or "->"')
	return { path: names, field }
}

/** Names separated by commas, for `columns=` and `on_conflict=`. */
export function readNameList(cursor: Cursor): string[] {
	const names: string[] = []
	do {
		cursor.spaces()
		names.push(readName(cursor))
		cursor.spaces()
	} while (cursor.take(','))
	if (!cursor.done) cursor.fail('"," or end of input')
	return names
}
