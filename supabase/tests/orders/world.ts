import { randomUUID } from 'node:crypto'
import { type Caller, codeOf, openSalon } from '../booking/salon.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7]
const dateIn = (days: number): string =>
	Temporal.Now.zonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days }).toString()

export type Sent = {
	id: string
	state: string
	price_cents: number
	expires_at: string
	starts: { position: number; starts_at: string; employee_id: string; outside: boolean }[]
}

/** A window of an order: so many days after today, at any hour unless it says. Minutes of the local day. */
export const windowOf = (first: number, last: number, from = 0, to = 1440) => ({
	...{ first: dateIn(first), last: dateIn(last), weekdays: DAYS, from, to },
})

/** The salon with a way to send offers. */
export async function openMarket(connections = 10) {
	const salon = await openSalon(connections)
	const { ids, user, sql } = salon
	/** An open order of a guest near the salon, for the next two weeks unless `changes` says so. */
	const order = async (changes: Record<string, unknown> = {}): Promise<string> => {
		const { windows = [windowOf(0, 14)], ...rest } = changes
		const row = {
			...{ state: 'open', contact_name: 'Mia Muster', contact_email: `${randomUUID()}@example.org`, category_id: 1 },
			...{ title: 'Haare schneiden', text: 'Bitte kurz, Tel. 0171 3920091', latitude: 52.51, longitude: 13.41 },
			...{ radius_km: 10, place_label: 'Mitte', city_id: 1, budget_cents: 6000, ...rest },
		}
		const [made] = await sql<
			{ id: string }[]
		>`insert into public.search_orders (state, contact_name, contact_email, category_id, title, text,
			latitude, longitude, radius_km, place_label, city_id, budget_cents, windows, area, confirmed_at, expires_at, closed_at, health_consent_at)
			select ${row.state}, ${row.contact_name}, ${row.contact_email}, ${row.category_id}, ${row.title}, ${row.text}, ${row.latitude},
			${row.longitude}, ${row.radius_km}, ${row.place_label}, ${row.city_id}, ${row.budget_cents}, ${sql.json(windows as never)},
			extensions.cube_enlarge(internal.spot(${row.latitude}, ${row.longitude}), ${row.radius_km}, 3), now(), now() + interval '20 days',
			${row.state === 'open' ? null : new Date()}, ${(rest.health_consent_at as string | undefined) ?? null} returning id`
		return made?.id ?? ''
	}
	const send = (order: string, changes: Record<string, unknown> = {}, caller: Caller = user.manager, now?: string) =>
		salon.call<Sent>(caller, 'send_offer', { order, location: ids.location, services: [ids.cut], ...changes }, now)
	const codeOfSending = (...args: Parameters<typeof send>) => codeOf(send(...args))
	const clear = async (): Promise<void> => {
		for (const table of ['search_orders', 'appointments', 'holds', 'occupancies', 'offer_templates'])
			await sql.unsafe(`delete from public.${table}`)
	}
	return { ...salon, order, send, codeOfSending, clear }
}
export type Market = Awaited<ReturnType<typeof openMarket>>
