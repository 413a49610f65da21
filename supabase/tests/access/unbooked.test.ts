import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, type Salon, codeOf, openSalon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

/** The day that many days from now; the test archives everything today. */
const later = (days: number): string =>
	Temporal.Now.instant()
		.add({ hours: 24 * days })
		.toString()
const deleted = (days: number, limit = 50) =>
	salon.call<number>('service_role', 'delete_unbooked', { limit }, later(days))

type Kind = 'services' | 'employees' | 'resources'
async function add(kind: Kind, name: string): Promise<string> {
	const { location } = salon.ids
	const [row] = await {
		services: () => salon.sql<
			{ id: string }[]
		>`insert into public.services (location_id, category_id, name, duration_minutes, price_cents)
			values (${location}, 1, ${name}, 30, 1000) returning id`,
		employees: () =>
			salon.sql<
				{ id: string }[]
			>`insert into public.employees (location_id, name) values (${location}, ${name}) returning id`,
		resources: () =>
			salon.sql<
				{ id: string }[]
			>`insert into public.resources (location_id, kind, name) values (${location}, 'Raum', ${name}) returning id`,
	}[kind]()
	return String(row?.id)
}
const KINDS: Kind[] = ['services', 'employees', 'resources']
const change = (kind: Kind, archived: boolean) =>
	kind === 'resources' ? `active = ${!archived}` : archived ? 'archived = true, active = false' : 'archived = false'
const archive = (who: string, kind: Kind, id: string, archived = true) =>
	salon.run(who, `update public.${kind} set ${change(kind, archived)} where id = $1 returning id`, [id])
const stands = async (kind: Kind, id: string) =>
	(await salon.sql`select from ${salon.sql(`public.${kind}`)} where id = ${id}`).length === 1

test('managers archive and restore, others change nothing, and only the server runs the deleting job', async () => {
	const { user } = salon
	for (const kind of KINDS) {
		const id = await add(kind, 'Versehen')
		for (const who of [user.staff, user.customer, user.foreigner]) expect(await archive(who, kind, id)).toHaveLength(0)
		expect(await codeOf(archive('anon', kind, id))).toMatch(/permission denied/)
		expect(await archive(user.manager, kind, id)).toHaveLength(1)
		expect(await deleted(29)).toBe(0)
		expect(await archive(user.manager, kind, id, false)).toHaveLength(1)
		expect(await deleted(31)).toBe(0)
		expect(await stands(kind, id)).toBe(true)
	}
	for (const who of ['anon', user.owner, user.customer])
		expect(await codeOf(salon.call(who, 'delete_unbooked', { limit: 1 }))).toMatch(/permission denied/)
})

test('entries never booked are deleted after thirty days, in steps; those once booked stay, even if the booking was cancelled', async () => {
	const { ids, user, sql } = salon
	const booked = await salon.book({ employee: ids.ben, services: [ids.nails], starts_at: at(2, '10:00') })
	// A service with future appointments is archived at once, and the appointments stay.
	expect(await archive(user.manager, 'services', ids.nails)).toHaveLength(1)
	expect(await codeOf(archive(user.manager, 'employees', ids.ben))).toBe('appointments_coming')
	await salon.call('anon', 'cancel_appointment', { appointment: booked.id, secret: booked.secret })
	expect(await archive(user.manager, 'employees', ids.ben)).toHaveLength(1)
	const event = await add('resources', 'Kursraum')
	await sql`insert into public.events (location_id, service_id, employee_id, resource_id, starts_at, ends_at, seats, price_cents)
		values (${ids.location}, ${ids.cut}, ${ids.anna}, ${event}, ${at(3, '10:00')}, ${at(3, '11:00')}, 5, 1000)`
	await archive(user.manager, 'resources', event)
	const fresh: [Kind, string][] = []
	for (const kind of KINDS)
		for (const name of ['Eins', 'Zwei']) {
			const id = await add(kind, name)
			fresh.push([kind, id])
			await archive(user.manager, kind, id)
		}
	const steps = [await deleted(31, 4), await deleted(31, 4), await deleted(31, 4)]
	expect(steps).toEqual([4, 2, 0])
	for (const [kind, id] of fresh) expect(await stands(kind, id)).toBe(false)
	expect(await stands('services', ids.nails)).toBe(true)
	expect(await stands('employees', ids.ben)).toBe(true)
	expect(await stands('resources', event)).toBe(true)
	// Days are not compared, because the job ran at another present time.
	expect(await sql`select from internal.index_differences() where what in ('listing', 'service')`).toEqual([])
})

test('while the job deletes, an entry is either restored or booked in time, or reported as gone', async () => {
	const { user, sql } = salon
	for (let round = 0; round < 10; round++) {
		const id = await add('services', `Runde ${round}`)
		await archive(user.manager, 'services', id)
		const [back] = await Promise.all([archive(user.manager, 'services', id, false), deleted(31)])
		expect(await stands('services', id)).toBe(back.length === 1)
	}
	const service = await add('services', 'Von Hand')
	await archive(user.manager, 'services', service)
	// A line that is being written keeps the service it refers to.
	const { id } = await salon.book({ starts_at: at(5, '10:00') })
	let job: Promise<number> = Promise.resolve(0)
	await sql.begin(async (hand) => {
		await hand`update public.appointment_lines set service_id = ${service} where appointment_id = ${id}`
		job = deleted(31)
		await new Promise((resolve) => setTimeout(resolve, 300))
	})
	expect(await job).toBe(0)
	expect(await stands('services', service)).toBe(true)
	expect(await sql`select from public.appointment_lines where service_id = ${service}`).toHaveLength(1)
})
