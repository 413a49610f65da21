import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { at, codeOf, insertEmployee, insertLocation, insertService, openSalon, type Salon } from './salon.ts'

// Mails about many appointments are counted in the order in which everybody counts, so that nobody waits in a circle.
let salon: Salon
let disruption: string
beforeEach(async () => {
	salon = await openSalon()
	const { ids, user } = salon
	for (const [time, name] of Object.entries({ '09:00': 'Gasta', '09:30': 'Gastb' }))
		await salon.book({ starts_at: at(3, time) }, person(name))
	const times = { starts_at: at(3, '00:00'), ends_at: at(4, '00:00') }
	const begun = { location: ids.location, employee: ids.anna, ...times }
	disruption = (await salon.call(user.manager, 'begin_disruption', begun)).id
})
afterEach(() => salon.close())

const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.org`, phone: '', note: '' })
const asManager = (verb: string, args: Record<string, unknown>) =>
	codeOf(salon.call(salon.user.manager, verb, args, undefined, '203.0.113.8'))

async function waiting(count: number): Promise<void> {
	for (let tries = 0; tries < 200; tries++) {
		const [row] = await salon.sql`select count(*)::integer as found from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`
		if (row?.found === count) return
		await delay(20)
	}
	throw new Error('Nobody waits.')
}

/** The verb meets a booking by hand at another location for guest b, whose count is kept busy until both wait for it. */
async function meet(verb: string): Promise<string[]> {
	const { sql, ids } = salon
	const location = await insertLocation(sql, ids.company, 'filiale')
	const employee = await insertEmployee(sql, location, 'Eva', 1)
	const cut = await insertService(sql, location, 'Schnitt', 30, 4500, [employee])
	const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
	const busy = sql.begin(async (transaction) => {
		await transaction`select internal.spend(internal.recipient_budgets('gastb@example.org', 6, 10, 'booking'))`
		taken.resolve()
		await free.promise
	})
	await taken.promise
	const visit = { location, employee, services: [cut], starts_at: at(3, '09:00'), contact: person('Gastb') }
	const byHand = asManager('create_appointment', visit)
	await waiting(1)
	const many = asManager(verb, { disruption })
	await waiting(2)
	free.resolve()
	await busy
	return Promise.all([byHand, many])
}

test('asking all, beside a booking by hand at another location', async () => {
	expect(await meet('propose_all')).toEqual(['no error', 'no error'])
})

test('telling all that their appointments stay', async () => {
	await salon.call(salon.user.manager, 'propose_all', { disruption })
	await salon.sql`update public.messages set state = 'sent' where kind = 'appointment_proposed'`
	expect(await meet('end_disruption')).toEqual(['no error', 'no error'])
})
