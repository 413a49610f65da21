import { createClient } from '@supabase/supabase-js'
import { loadDays } from '#app/features/appointments/appointments.queries.server.ts'
import { loadAppointments, searchAppointments } from '#app/features/appointments/list.queries.server.ts'
import type { ListFilters } from '#app/features/appointments/filters.ts'
import { addDays, localDate } from '#app/lib/dates.ts'
import type { Database } from '#app/database.types.ts'
import { createRandom } from '#supabase/seeds/demo/random.ts'
import { NO_SOCKET, openBenchBackend } from './backend.ts'
import { FIRST, LAST, openBenchCompany, phoneOf } from './company.ts'
import { openBenchDatabase } from './database.ts'
import { measureCalls } from './measured-calls.ts'

// The list of appointments of a location with 500,000 of them, 300 a day, whose company has 100,000 customers: asked by a manager through the rest
// service with the queries of the pages, so that the limits of rows and the total number are part of it. CPU milliseconds of PostgreSQL (Linux), and
// elapsed. The bar is a p95 of 50 ms. `npm run bench -- appointments`.
const WISH = { customers: 100_000, appointments: 500_000, perDay: 300, ahead: 66 }
const BAR = 50
const PERSON = { email: 'leitung@firma.example', password: 'a long enough pass' }
const ZONE = 'Europe/Berlin'

const database = await openBenchDatabase(1)
const { sql } = database
const services = await openBenchBackend(database.url, NO_SOCKET, 2)
const random = createRandom('appointments')
try {
	// Its workers would count as work of the queries.
	await sql`alter system set autovacuum = off`
	await sql`select pg_reload_conf()`
	const client = createClient<Database>(NO_SOCKET, services.keys.publishable, {
		global: { fetch: (input, init) => services.backend.fetch(new Request(input, init)) },
		auth: { persistSession: false, autoRefreshToken: false },
	})
	const { data, error } = await client.auth.signUp(PERSON)
	if (!data.session || !data.user) throw error ?? new Error('not signed up')
	const started = performance.now()
	const { location, people } = await openBenchCompany(sql, data.user.id, WISH)
	await sql`vacuum analyze appointments, internal.appointment_words, appointment_lines, customers, employees, members, locations`
	console.log(`stored in ${((performance.now() - started) / 1000).toFixed(1)} s`)

	const place = { id: location, time_zone: ZONE }
	const today = localDate(new Date(), ZONE)
	const list = (filters: Partial<ListFilters> = {}) =>
		loadAppointments(client, place, {
			...{ text: '', state: '', person: '', from: '', to: '', sort: '', page: 1 },
			...filters,
		})
	const anyone = () => random.between(1, WISH.customers)
	const number = () => phoneOf(anyone()).slice(5, random.between(10, 12))
	const name = () => `${random.pick(FIRST)} ${random.pick(LAST)}`
	const day = (days: number) => addDays(today, days)
	await measureCalls(
		`${WISH.appointments} appointments`,
		{
			'from today on': () => list({ from: today }),
			'one day': () => list({ from: day(-3), to: day(-3) }),
			'30 past days': () => list({ from: day(-30), to: day(-1) }),
			'from today on, one person': () => list({ from: today, person: random.pick(people) }),
			'from today on, requested': () => list({ from: today, state: 'requested' }),
			'from today on, part of a number': () => list({ from: today, text: number() }),
			'from today on, name': () => list({ from: today, text: name() }),
			'30 past days, name': () => list({ from: day(-30), to: day(-1), text: name() }),
			'from today on, by name': () => list({ from: today, sort: 'name' }),
			'all, latest first': () => list(),
			'all, one person': () => list({ person: random.pick(people) }),
			'all, did not come': () => list({ state: 'no_show' }),
			'all, by price': () => list({ sort: '-preis' }),
			'all, part of a number': () => list({ text: number() }),
			'all, name': () => list({ text: name() }),
			'all, part of an address': () => list({ text: `kundin${anyone()}@` }),
			'search of the desk, number': () => searchAppointments(client, place, number(), new Date()),
			'search of the desk, name': () => searchAppointments(client, place, name(), new Date()),
			'a day of the calendar': () => loadDays(client, place, day(-3), day(-3), new Date()),
		},
		async () => (await database.cpuSeconds()) * 1000,
		BAR,
	)
} finally {
	await services.close()
	await database.stop()
}
