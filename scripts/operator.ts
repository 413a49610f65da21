import { createClient } from '@supabase/supabase-js'
import postgres from '#backend/postgres/driver.ts'
import { readConfig } from '../server/config.ts'
import { openLocalDatabase } from './local-database.ts'

// `npm run operator -- MAIL [--role support|moderator|admin|none]`: lets an account run the platform (/operator), or no longer.
const config = readConfig(process.env)
const [email, flag, role = 'admin'] = process.argv.slice(2)
if (!email || (flag !== undefined && flag !== '--role'))
	throw new Error('npm run operator -- MAIL [--role support|moderator|admin|none]')
const wanted = role === 'none' ? null : role

if (config.mode === 'hosted') {
	const client = createClient(String(config.SUPABASE_URL), String(config.SUPABASE_SECRET_KEY), {
		auth: { persistSession: false },
	})
	const { error } = await client.rpc('appoint_operator', { p_email: email, p_role: wanted })
	if (error) throw new Error(error.message, { cause: error })
} else {
	const database = await openLocalDatabase(config)
	const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
	try {
		await sql`select public.appoint_operator(${email}, ${wanted})`
	} finally {
		await sql.end()
		await database.close()
	}
}
process.stdout.write(
	wanted
		? `${email} arbeitet ab jetzt unter /operator (${wanted}). Dafür braucht das Konto einen zweiten Faktor.\n`
		: `${email} arbeitet nicht mehr unter /operator.\n`,
)
