import { randomUUID } from 'node:crypto'
import { EXPORTS, IMPORTS } from '#app/features/transfers/archive.ts'
import { carryOutTransfers } from '#app/features/transfers/transfers.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { openBenchBackend } from './backend.ts'
import { occupyPeople, openBenchCompany } from './company.ts'
import { openBenchDatabase } from './database.ts'

// A company with 500,000 appointments, a message and a row of history for each, as one file, and the same file into an empty company: seconds, rows,
// the size of the file, and the most memory that the process has had, which must not grow with the file. The bar is two hours each way, when
// the database gives up. `npm run bench -- transfers`; TRANSFER_APPOINTMENTS=50000 for a short run.
const APPOINTMENTS = Number(process.env.TRANSFER_APPOINTMENTS ?? 500_000)
const BAR_SECONDS = 2 * 60 * 60
const BAR_MEMORY_MB = 700
const WISH = { customers: Math.round(APPOINTMENTS / 5), appointments: APPOINTMENTS, perDay: 300, ahead: 66 }

const { sql, url, stop } = await openBenchDatabase(2)
const { backend, keys, close } = await openBenchBackend(url)
const fetch = (input: RequestInfo | URL, init?: RequestInit) => backend.fetch(new Request(input, init))
const address = 'http://localhost:9999'
const supabase = { url: address, publicUrl: address, publishableKey: keys.publishable, secretKey: keys.secret, fetch }
const services = { supabase } as unknown as AppServices
let most = 0
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 200)

/** Carries out the transfer that waits, and says how long it took. */
async function carryOut(what: string, id: string) {
	const started = performance.now()
	most = 0
	await carryOutTransfers(services)
	const seconds = (performance.now() - started) / 1000
	const [row] = await sql<{ state: string; fault: string; done_rows: number; bytes: string }[]>`
		select state, fault, done_rows, bytes from transfers where id = ${id}`
	if (row?.state !== 'done') throw new Error(`${what}: ${row?.state} ${row?.fault}`)
	const memory = most / 1e6
	console.log(
		`${what.padEnd(8)} ${seconds.toFixed(0).padStart(6)} s ${String(row.done_rows).padStart(10)} rows ${(Number(row.bytes) / 1e6).toFixed(1).padStart(8)} MB of file ${memory.toFixed(0).padStart(6)} MB of memory`,
	)
	if (seconds > BAR_SECONDS || memory > BAR_MEMORY_MB) process.exitCode = 1
}

try {
	const owner = randomUUID()
	await sql`insert into auth.users (id, email, email_confirmed_at) values (${owner}, 'inhaberin@firma.example', now())`
	const made = await openBenchCompany(sql, owner, WISH)
	await sql`update members set role = 'owner' where user_id = ${owner}`
	await occupyPeople(sql, made)
	await sql.begin(async (own) => {
		await own`set local session_replication_role = replica`
		await own`insert into appointment_events (appointment_id, at, verb, actor, to_state)
			select id, created_at, 'confirm', 'customer', 'confirmed' from appointments where company_id = ${made.company}`
		await own`insert into messages (company_id, appointment_id, customer_id, kind, audience, recipient, payload, state, sent_at)
			select company_id, id, customer_id, 'appointment_confirmed', 'customer', contact_email,
				jsonb_build_object('number', left(id::text, 12), 'customer', jsonb_build_object('name', contact_name), 'starts_at', starts_at), 'sent', created_at
			from appointments where company_id = ${made.company}`
	})
	await sql`analyze`
	const [place] = await sql<
		{ id: string }[]
	>`insert into companies (name, email) values ('Leer', 'leer@firma.example') returning id`
	const target = String(place?.id)
	await sql`insert into members (company_id, user_id, role) values (${target}, ${owner}, 'owner')`
	const files = serverClient(services).storage
	const [exported, imported] = [randomUUID(), randomUUID()]
	await sql`insert into transfers (id, company_id, direction, asked_by) values (${exported}, ${made.company}, 'export', 'x')`
	await carryOut('export', exported)
	const { data } = await files.from(EXPORTS).download(`${made.company}/${exported}.zip`).asStream()
	if (!data) throw new Error('The file of the export is not there.')
	const { error } = await files
		.from(IMPORTS)
		.upload(`${target}/${imported}.zip`, data, { contentType: 'application/zip', duplex: 'half' })
	if (error) throw error
	await sql`insert into transfers (id, company_id, direction, asked_by) values (${imported}, ${target}, 'import', 'x')`
	await carryOut('import', imported)
	const counts =
		await sql`select company_id = ${target} as copied, count(*)::integer as visits from appointments group by 1 order by 1`
	console.log(counts.map(({ copied, visits }) => `${copied ? 'copied' : 'first'}: ${visits} appointments`).join(', '))
} finally {
	clearInterval(watch)
	await close()
	await stop()
}
