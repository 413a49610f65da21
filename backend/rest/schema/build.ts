import type { RawSchema, RawTable } from './introspect.ts'
import { computedRelationships, foreignKeys, relationships } from './relationships.ts'
import { toRoutine, toSettings } from './routines.ts'
import { type Routine, type Schema, type Table, keyOf } from './types.ts'
import { type ViewOrigins, resolveViews } from './views.ts'

/** Builds the lookup maps of the schema cache; `exposed` names the schemas that requests can use. */
export function buildSchema(raw: RawSchema, exposed: string[], version: number): Schema {
	const origins = resolveViews(raw.views, raw.tables)
	const byOid = new Map(raw.tables.map((table) => [table.oid, table]))
	const primaryKeys = new Map(raw.tables.map((table) => [keyOf(table), primaryKeyOf(table, byOid, origins)]))
	const tables = new Map<string, Table>()
	for (const table of raw.tables) {
		if (exposed.includes(table.schema)) tables.set(keyOf(table), toTable(table, primaryKeys.get(keyOf(table)) ?? []))
	}
	const routines = new Map<string, Routine[]>()
	for (const routine of raw.routines) {
		const key = keyOf(routine)
		routines.set(key, [...(routines.get(key) ?? []), toRoutine(routine, byOid)])
	}
	const roleSettings = new Map<string, [string, string][]>()
	for (const { role, settings } of raw.roleSettings) {
		// A setting for this database comes last and wins.
		const merged = new Map([...(roleSettings.get(role) ?? []), ...toSettings(settings)])
		roleSettings.set(role, [...merged])
	}
	return {
		version,
		tables,
		routines,
		relationships: relationships(
			foreignKeys(raw.keys, raw.tables, origins),
			primaryKeys,
			computedRelationships(raw.routines, byOid),
		),
		roleSettings,
		freeRoles: new Set(raw.freeRoles),
	}
}

function toTable(raw: RawTable, primaryKey: string[]): Table {
	return {
		schema: raw.schema,
		name: raw.name,
		oid: raw.oid,
		view: raw.kind === 'v' || raw.kind === 'm',
		columns: new Map(
			raw.columns.map(({ name, type, default: value, nullable }) => [
				name,
				{ name, type, default: value ?? undefined, nullable },
			]),
		),
		primaryKey,
		comment: raw.comment ?? undefined,
	}
}

/** A view has the primary key of a table when it shows all columns of the key. */
function primaryKeyOf(table: RawTable, byOid: Map<number, RawTable>, origins: ViewOrigins): string[] {
	if (table.primaryKey.length > 0) return table.primaryKey
	const columns = [...(origins.get(table.oid) ?? [])]
	for (const base of new Set(columns.map(([, origin]) => origin.table))) {
		const key = byOid.get(base)?.primaryKey ?? []
		const names = key.map((part) => columns.find(([, origin]) => origin.table === base && origin.column === part)?.[0])
		if (names.length > 0 && names.every((name) => name !== undefined)) return names
	}
	return []
}
