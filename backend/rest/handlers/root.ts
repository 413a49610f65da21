import type { Schema } from '../schema/types.ts'

/** A short OpenAPI description of the schema: paths, columns and functions by name. */
export function describeSchema(schema: Schema, schemaName: string): string {
	const paths: Record<string, unknown> = {}
	const definitions: Record<string, unknown> = {}
	const responses = { 200: { description: 'OK' } }
	for (const table of schema.tables.values()) {
		if (table.schema !== schemaName) continue
		const methods = table.view ? ['get'] : ['get', 'post', 'patch', 'delete']
		const operation = { tags: [table.name], summary: table.comment, responses }
		paths[`/${table.name}`] = Object.fromEntries(methods.map((method) => [method, operation]))
		definitions[table.name] = {
			type: 'object',
			required: [...table.columns.values()].filter((column) => !column.nullable).map((column) => column.name),
			properties: Object.fromEntries([...table.columns.values()].map(({ name, type }) => [name, { format: type }])),
		}
	}
	for (const [first] of schema.routines.values()) {
		if (first?.schema !== schemaName) continue
		paths[`/rpc/${first.name}`] = { post: { tags: [`(rpc) ${first.name}`], summary: first.comment, responses } }
	}
	return JSON.stringify({
		swagger: '2.0',
		info: { title: 'standard public schema', description: '', version: '13.0' },
		consumes: ['application/json'],
		produces: ['application/json'],
		paths,
		definitions,
	})
}
