import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

export type Salon = { id: string; slug: string; cut: string; color: string; talk: string; anna: string; ben: string }

/**
 * A published business for one test: three services, two people, open every day, bookable from the day after tomorrow on, so that
 * the first day is complete whatever the time of the test.
 */
export async function openSalon(sql: Sql, options: { byHand?: boolean; people?: number } = {}): Promise<Salon> {
	const ids = Array.from({ length: 7 }, () => randomUUID())
	const [company = '', id = '', cut = '', color = '', talk = '', anna = '', ben = ''] = ids
	const slug = `salon-${id.slice(0, 8)}`
	const categories = await sql<{ id: number }[]>`
		select id from categories where parent_id is not null and withdrawal and not secret order by id limit 1`
	const category = categories[0]?.id ?? 0
	await sql`insert into companies (id, name, legal_name, representative, street, postal_code, city, email)
		values (${company}, 'Salon Löwe', 'Salon Löwe GmbH', 'Anna Löwe', 'Gürtelstraße 1', '10247', 'Berlin', ${`${slug}@example.org`})`
	const notice = sql`ceil(extract(epoch from
		((now() at time zone 'Europe/Berlin')::date + 2)::timestamp at time zone 'Europe/Berlin' - now()) / 60)`
	await sql`insert into locations (id, company_id, slug, name, state, street, postal_code, city, latitude, longitude, phone,
			notice_minutes, cancellation_hours, confirms_by_hand)
		values (${id}, ${company}, ${slug}, 'Salon Löwe', 'published', 'Gürtelstraße 1', '10247', 'Berlin', 52.51, 13.47,
			'030 1234567', ${notice}, 12, ${options.byHand ?? false})`
	const services = [
		{ id: cut, name: 'Haarschnitt', duration_minutes: 60, price_cents: 4500, position: 0 },
		{ id: color, name: 'Färben', duration_minutes: 90, price_cents: 7500, position: 1 },
		{ id: talk, name: 'Beratung', duration_minutes: 15, price_cents: 0, position: 2 },
	].map((service) => ({ ...service, location_id: id, category_id: category }))
	await sql`insert into services ${sql(services)}`
	const people = [
		{ id: anna, name: 'Anna Löwe', position: 0 },
		{ id: ben, name: 'Ben Öztürk', position: 1 },
	].slice(0, options.people ?? 2)
	for (const person of people) {
		await sql`insert into employees ${sql({ ...person, location_id: id })}`
		const offers = services.map((service) => ({ employee_id: person.id, service_id: service.id, location_id: id }))
		await sql`insert into employee_services ${sql(offers)}`
		const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
			employee_id: person.id,
			weekday,
			starts: '08:00',
			ends: '20:00',
		}))
		await sql`insert into working_hours ${sql(week)}`
	}
	return { id, slug, cut, color, talk, anna, ben }
}

/** Lets a hold expire, as if its minutes had passed. */
export async function expireHold(sql: Sql, appointment: string): Promise<void> {
	await sql`update holds set expires_at = now() - interval '1 minute' where id = ${appointment}`
	await sql`update occupancies set expires_at = now() - interval '1 minute' where source = ${appointment}`
}

/** A word that occurs nowhere else. It has only letters, because digits could be read as a number or a postal code. */
export function freshWord(): string {
	return randomUUID().replace(/[-\d]/g, (sign) => String.fromCodePoint(107 + Number(sign) || 122))
}
