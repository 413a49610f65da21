import postgres from '#backend/postgres/driver.ts'
import { seedDatabase } from '#supabase/seeds/seed.ts'
import type { SeedAnswer, SeedTask } from './seeding.ts'

// Entry of the process that fills a new database (seeding.ts). Its end frees the memory that this took.
process.once('message', (task: SeedTask) => {
	void fill(task).then((answer) => process.send?.(answer, () => process.exit(0)))
})
// The server is gone; the database rolls back what was begun.
process.once('disconnect', () => process.exit(1))
// Ctrl+C reaches this process as well, but the server is the one to end it.
process.on('SIGINT', () => undefined)

async function fill({ url, ...options }: SeedTask): Promise<SeedAnswer> {
	const sql = postgres(url, { max: 4, onnotice: () => undefined })
	try {
		return { hints: await seedDatabase(sql, { ...options, progress: (progress) => process.send?.({ progress }) }) }
	} catch (error) {
		return { failed: error instanceof Error ? error.message : String(error) }
	} finally {
		await sql.end({ timeout: 5 })
	}
}
