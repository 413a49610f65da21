import { randomUUID } from 'node:crypto'
import { at, hashOf, openSalon } from '../booking/salon.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** The window of one start: so many days after today, at this wall time; or all that begins before `to`. */
export function startAt(days: number, from: string, to?: string) {
	const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
	const day = at(days, '12:00').slice(0, 10)
	return { first: day, last: day, weekdays: DAYS, from: minutes(from), to: to ? minutes(to) : minutes(from) + 1 }
}

/** The salon with people who wait for Anna's time, and the server's jobs. */
export async function openWaiting(connections = 10) {
	const salon = await openSalon(connections)
	const { ids, sql } = salon
	/** A guest who waits and has confirmed their address at `now`; their secret opens the place. */
	async function wait(changes: Record<string, unknown> = {}, now = at(1, '12:00')) {
		const { windows = [startAt(4, '10:00')], ...rest } = changes
		const secret = randomUUID()
		const email = `${randomUUID()}@example.org`
		const args = { location: ids.location, services: [ids.cut], employee: ids.anna, contact: { name: 'Mia', email } }
		const asked = { ...args, windows, secret: randomUUID(), ...rest }
		const { id } = await salon.call<{ id: string }>('anon', 'join_waitlist', asked, now)
		await link(id, secret)
		await salon.call('anon', 'confirm_search_order', { order: id, secret }, now)
		return { id, secret, email }
	}
	async function link(order: string, secret: string): Promise<void> {
		await sql`insert into public.search_order_links (secret_hash, order_id, scope, expires_at)
			values (${Buffer.from(hashOf(secret), 'hex')}, ${order}, 'own', now() + interval '90 days')`
	}
	/** Lets the jobs work as of `now` until nothing is left; how many were offered something. */
	async function work(now: string): Promise<number> {
		await salon.call('service_role', 'expire_offers', {}, now)
		await salon.call('service_role', 'collect_freed', {}, now)
		await salon.call('service_role', 'sweep_waiting', {}, now)
		let offered = 0
		for (;;) {
			const done = await salon.call<number | null>('service_role', 'match_freed', {}, now)
			if (done === null) return offered
			offered += done
		}
	}
	const offersOf = (order: string) =>
		sql<{ id: string; state: string; origin: string; expires_at: Date; starts_at: Date; price_cents: number }[]>`
			select offer.id, offer.state, offer.origin, offer.expires_at, offer.price_cents, start.starts_at from public.offers offer
			join public.offer_starts start on start.offer_id = offer.id where offer.order_id = ${order} order by offer.sent_at`
	const mailsOf = async (order: string) =>
		await sql<
			{ kind: string; next_attempt_at: Date; payload: Record<string, unknown> }[]
		>`select kind, next_attempt_at, payload
			from public.messages where payload ->> 'order_id' = ${order} and kind <> 'order_confirm' order by created_at, kind`
	const kindsOf = async (order: string) => (await mailsOf(order)).map(({ kind }) => kind)
	/** A booking with Anna that the salon cancels. */
	const cancel = (id: string, now: string) =>
		salon.call(salon.user.manager, 'cancel_appointment', { appointment: id, reason: 'krank' }, now)
	/** How many times are held for places that have ended; always none. */
	async function heldInVain(): Promise<number> {
		const [row] = await sql<{ found: number }[]>`select count(*)::integer as found from public.holds hold
			join public.offer_starts start on start.hold_id = hold.id join public.offers offer on offer.id = start.offer_id
			join public.search_orders one on one.id = offer.order_id
			where hold.ended_at is null and (one.state <> 'open' or offer.state <> 'sent')`
		return row?.found ?? -1
	}
	async function clear(): Promise<void> {
		for (const table of ['public.search_orders', 'public.appointments', 'public.holds', 'public.occupancies'])
			await sql.unsafe(`delete from ${table}`)
		await sql`delete from internal.freed`
		await sql`update public.locations set waitlist = 'automatic', notice_minutes = 0`
	}
	return { ...salon, wait, link, work, offersOf, mailsOf, kindsOf, cancel, heldInVain, clear }
}
export type Waiting = Awaited<ReturnType<typeof openWaiting>>
