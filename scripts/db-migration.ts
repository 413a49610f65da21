import * as fs from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { SERVICE_MIGRATIONS } from '#backend/postgres/services.ts'
import { compareWithMigrations } from './database-check.ts'
import { laterThan, MIGRATIONS, readNames, seal } from './migration-sums.ts'
import { difference } from './migration-engine.ts'
import { hintsFor } from './migration-text.ts'
import { withThrowaway } from './throwaway.ts'

const USAGE = `npm run db:migration NAME                             writes the migration from what supabase/schemas says now
npm run db:migration NAME -- --accept-rename FROM=TO   … with a renaming that it offered
npm run db:migration -- --seal                         writes down that the new migrations are finished
`

// The developer reads and edits the result; docs/decisions/006-migrations.md says what to look for.
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { seal: { type: 'boolean' }, 'accept-rename': { type: 'string', multiple: true, default: [] } },
})
if (values.seal) await sealAll()
else if (/^[a-z0-9_]+$/.test(positionals[0] ?? '')) await write(String(positionals[0]), values['accept-rename'])
else {
	process.stderr.write(`${USAGE}NAME is made of small letters, digits and _.\n`)
	process.exitCode = 1
}

async function sealAll(): Promise<void> {
	for (const folder of [MIGRATIONS, SERVICE_MIGRATIONS]) {
		for (const file of await seal(folder))
			process.stdout.write(`sealed ${path.relative(process.cwd(), folder)}/${file}\n`)
	}
}

async function write(name: string, renames: string[]): Promise<void> {
	await withThrowaway(async (databases) => {
		const [migrated, declared] = [await databases.migrated(), await databases.declared()]
		const { texts, renamed } = await difference(databases.urlOf(migrated), databases.urlOf(declared), renames)
		for (const candidate of renamed) process.stdout.write(`renamed? ${candidate}\n`)
		for (const [index, text] of texts.entries()) {
			const last = (await readNames(MIGRATIONS)).at(-1) ?? ''
			const file = `${laterThan(last, new Date())}_${name}${texts.length > 1 ? `_${index + 1}` : ''}.sql`
			await fs.writeFile(path.join(MIGRATIONS, file), text, { flag: 'wx' })
			process.stdout.write(`supabase/migrations/${file}\n`)
			for (const hint of hintsFor(text)) process.stdout.write(`  look at: ${hint}\n`)
		}
		const fault = await compareWithMigrations(databases, declared).catch((error: Error) => error.message)
		process.stdout.write(
			fault
				? `${fault}\n`
				: 'The migrations lead to what supabase/schemas says. Read them, edit them, then: npm run db:migration -- --seal\n',
		)
	})
}
