import type { Sql } from 'postgres'
import { MIA, DEMO_PASSWORD, SALON_ANNA } from './demo/cast.ts'
import { seedReference } from './reference.ts'
import { settleSuggestions } from './suggestions.ts'

export type SeedOptions = {
	kind: 'demo' | 'empty'
	/** Folder of the storage service, for pictures. */
	storageDir: string
	progress: (message: string) => void
	/** The present time around which the demo's calendars are filled. */
	now?: Date
}

/**
 * Fills a new database: always with reference data, with demo businesses if requested. Does nothing on a database that
 * has data.
 * @returns lines for the person at the terminal, for example the demo logins.
 */
export async function seedDatabase(sql: Sql, { kind, storageDir, progress, now }: SeedOptions): Promise<string[]> {
	const found = await lookInto(sql)
	if (!found.reference) {
		progress('Städte, Postleitzahlen und Kategorien werden angelegt …')
		await seedReference(sql)
		await settleSuggestions(sql)
	}
	if (kind === 'demo' && !found.companies) {
		// Loaded only here, because a start on a filled database does not need the demo.
		const { seedDemo } = await import('./demo/seed-demo.ts')
		await seedDemo(sql, { storageDir, progress, now: now ?? new Date() })
		await settleSuggestions(sql)
		return HINTS
	}
	return found.demo ? HINTS : []
}

/** Whether the database is complete, so that `seedDatabase` has nothing to do. */
export async function isSeeded(sql: Sql, kind: SeedOptions['kind']): Promise<boolean> {
	const { reference, companies } = await lookInto(sql)
	return reference && (kind === 'empty' || companies)
}

/** Whether the demo's businesses are in the database, with accounts whose passwords everybody knows. */
export const hasDemo = async (sql: Sql): Promise<boolean> => (await lookInto(sql)).demo

const HINTS = [
	`Demo-Zugang Unternehmen: ${SALON_ANNA.owner.email} / ${DEMO_PASSWORD}`,
	`Demo-Zugang Kundin: ${MIA.email} / ${DEMO_PASSWORD}`,
	'Mails der Demo: /dev/mail',
]

type Found = { reference: boolean; companies: boolean; demo: boolean }

async function lookInto(sql: Sql): Promise<Found> {
	const [found] = await sql<[Found]>`
		select exists (select from public.federal_states) as reference, exists (select from public.companies) as companies,
			exists (select from public.companies where id = ${SALON_ANNA.companyId}) as demo`
	return found
}
