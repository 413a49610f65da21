import { createTemplate as createServicesTemplate } from '#backend/testing/database.ts'
import { startTestPostgres } from '#backend/testing/test-postgres.ts'
import { createTemplate } from './database.ts'

/** For all tests; those of the services have a template without our tables. */
export default (): Promise<() => Promise<void>> =>
	startTestPostgres(async (url) => {
		await createServicesTemplate(url)
		await createTemplate(url)
	})
