import { SERVICE_MIGRATIONS } from '#backend/postgres/services.ts'
import { compareCatalogs, readCatalog } from './catalog.ts'
import { checkTypes } from './db-types.ts'
import { checkSums, MIGRATIONS } from './migration-sums.ts'
import { type Throwaway, withThrowaway } from './throwaway.ts'

const SHOWN = 60

/** Checks that migrations and generated types match the schema files. */
export async function checkDatabase(): Promise<string | undefined> {
	const faults = [await checkSums(MIGRATIONS), await checkSums(SERVICE_MIGRATIONS)]
	await withThrowaway(async (databases) => {
		const declared = await databases.declared()
		faults.push(await compareWithMigrations(databases, declared), await checkTypes(declared))
	})
	return faults.filter((fault) => fault !== undefined).join('\n') || undefined
}

/** The differences between the result of the migrations and that of the schema files. */
export async function compareWithMigrations(
	databases: Throwaway,
	declared: Awaited<ReturnType<Throwaway['declared']>>,
): Promise<string | undefined> {
	const migrated = await databases.migrated()
	const found = compareCatalogs(
		await readCatalog(migrated, { rows: true }),
		await readCatalog(declared, { rows: true }),
	)
	if (found.length === 0) return undefined
	const more = found.length > SHOWN ? `\n… and ${found.length - SHOWN} more` : ''
	return `The migrations do not lead to what supabase/schemas says (- only or so in the migrations, + in the schema files):
${found.slice(0, SHOWN).join('\n')}${more}
Run \`npm run db:migration NAME\` and edit what it writes, or edit the migration that is not sealed yet. See CONTRIBUTING.md.`
}
