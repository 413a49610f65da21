import type { Sql } from 'postgres'

/** Writes as TypeScript the role from which on each right of `internal.rights` is included. */
export async function generateRights(sql: Sql): Promise<string> {
	const rights = await sql<{ name: string; from: string }[]>`
		select name::text, from_role::text as from from internal.rights order by internal.rights.name`
	return `import type { Enums } from '#app/database.types.ts'

export type Right = Enums<'member_right'>

/** The lowest role that brings each right. Owners may give and take them one by one. */
export const RIGHTS_FROM: Record<Right, Enums<'member_role'>> = {
${rights.map(({ name, from }) => `\t${name}: '${from}',\n`).join('')}}
`
}
