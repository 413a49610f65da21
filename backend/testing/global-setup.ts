import { createTemplate } from './database.ts'
import { startTestPostgres } from './test-postgres.ts'

/** For the tests of the services alone. */
export default (): Promise<() => Promise<void>> => startTestPostgres((url) => createTemplate(url))
