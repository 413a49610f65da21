import { createClient } from '@supabase/supabase-js'
import postgres from '#backend/postgres/driver.ts'
import { readConfig } from '../server/config.ts'
import { openLocalDatabase } from './local-database.ts'

type Step = { last: string | null; done: number }

const BATCH = 20

// `npm run db:index`: rebuilds the index of free time (supabase/schemas/46, 70), also while the server runs.
const config = readConfig(process.env)
const { total, rebuild, close } = await (config.mode === 'hosted' ? openHosted() : openLocal())
let after: string | null = null
let done = 0
for (;;) {
	const step: Step = await rebuild(after)
	done += step.done
	process.stdout.write(`\r${done} von ${total} Standorten …`)
	if (step.done < BATCH) break
	after = step.last
}
process.stdout.write('\nDer Index der freien Zeiten ist neu aufgebaut.\n')
await close()

async function openLocal() {
	const database = await openLocalDatabase(config)
	const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
	const [row] = await sql<[{ total: number }]>`select count(*)::integer as total from public.locations`
	return {
		total: row.total,
		async rebuild(last: string | null) {
			const [step] = await sql<[{ step: Step }]>`select public.rebuild_availability(${last}, ${BATCH}) as step`
			return step.step
		},
		async close() {
			await sql.end()
			await database.close()
		},
	}
}

async function openHosted() {
	const client = createClient(String(config.SUPABASE_URL), String(config.SUPABASE_SECRET_KEY), {
		auth: { persistSession: false },
	})
	const { count } = await client.from('locations').select('id', { count: 'exact', head: true })
	return {
		total: count ?? 0,
		async rebuild(last: string | null) {
			const { data, error } = await client.rpc('rebuild_availability', { p_after: last, p_limit: BATCH })
			if (error) throw new Error(error.message, { cause: error })
			return data as Step
		},
		close: async () => undefined,
	}
}
