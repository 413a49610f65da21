import type { Sql } from 'postgres'

/** TypeScript: from which role each right of `internal.rights` comes by itself. */
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
