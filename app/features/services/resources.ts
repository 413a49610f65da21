import type { Typed } from '#app/features/shell/edit.ts'

type Kinded = { kind: string }

export const RESOURCE_LABELS = { name: 'Name' }

/** What the form of a resource holds. */
export const resourceTyped = ({ name }: { name: string }): Typed => ({ name })

/** The known kind that differs from the typed one in capitals only, else the typed one: the database compares kinds exactly. */
export function knownKind(typed: string, known: Kinded[]): string {
	const folded = typed.toLocaleLowerCase('de')
	return known.find(({ kind }) => kind.toLocaleLowerCase('de') === folded)?.kind ?? typed
}

/** Rows by their kind, in the order in which kinds first appear. */
export function byKind<Row extends Kinded>(rows: Row[]): [kind: string, rows: Row[]][] {
	const kinds = new Map<string, Row[]>()
	for (const row of rows) {
		const list = kinds.get(row.kind)
		if (list) list.push(row)
		else kinds.set(row.kind, [row])
	}
	return [...kinds]
}

type Wanting = { name: string; active: boolean; resource_kind: string | null }

/** Kinds that bookable services need but that have no resource in use, with the names of these services. */
export function missingKinds(inUse: Kinded[], services: Wanting[]): [kind: string, names: string[]][] {
	const wanting = services.flatMap(({ name, active, resource_kind: kind }) =>
		active && kind !== null && inUse.every((each) => each.kind !== kind) ? [{ kind, name }] : [],
	)
	return byKind(wanting).map(([kind, rows]) => [kind, rows.map(({ name }) => name)])
}
