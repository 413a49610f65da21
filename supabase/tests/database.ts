import * as generic from '#backend/testing/database.ts'
import { readSchemas } from '#scripts/schemas.ts'

export type { TestDatabase } from '#backend/testing/database.ts'

const TEMPLATE = 'zeitplatz_template'

/** A fresh database with the whole schema, copied from a template that the global setup made. */
export const createTestDatabase = (): Promise<generic.TestDatabase> => generic.createTestDatabase(TEMPLATE)

/** Creates the template database anew; called once per test run. */
export const createTemplate = (server: string): Promise<void> =>
	generic.createTemplate(server, TEMPLATE, async (sql) => sql.unsafe(await readSchemas()))
