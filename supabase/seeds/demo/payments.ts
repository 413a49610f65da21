import type { TransactionSql } from 'postgres'
import { SALON_ANNA } from './cast.ts'

const { companyId, locationId, owner } = SALON_ANNA
/** The service for which customers pay a deposit. */
const SERVICE = 'Intensivtönung'
const HOUR = 3_600_000
const DAY = 24 * HOUR

type Visit = { id: string; total: number; starts: Date; booked: Date }
type Paid = { payment: string; cents: number }

/**
 * What customers of Salon Anna have paid online, by the provider that only pretends: for visits that took place and for some to come;
 * refunds that are done, in part, and on their way; a payment that did not work, and one that is still waited for.
 */
export async function addPayments(sql: TransactionSql, now: Date): Promise<void> {
	await sql`select public.use_payment_provider('test')`
	await sql`select public.connect_account(${companyId})`
	await sql`insert into public.payment_rules (location_id, service_id, mode, percent)
		select location_id, id, 'deposit', 20 from public.services where location_id = ${locationId} and name = ${SERVICE}`
	await actAs(sql, null)
	for (const visit of await visits(sql, now, 'completed', -40, -2, 9)) await pay(sql, visit)
	const [goodwill, ...coming] = await visits(sql, now, 'confirmed', 3, 20, 6)
	for (const visit of coming.slice(0, 3)) await pay(sql, visit)
	const cancelled = await visits(sql, now, 'cancelled', -20, 20, 2)
	for (const visit of cancelled) {
		const paid = await pay(sql, visit)
		await refund(sql, { ...paid, reason: 'customer', at: new Date(now.getTime() - 5 * DAY), done: true })
	}
	if (goodwill) {
		const { payment, cents } = await pay(sql, goodwill)
		const part = { payment, cents: Math.round(cents / 2), reason: 'by_hand', note: 'Kulanz: kürzer als gebucht' }
		await refund(sql, { ...part, at: new Date(now.getTime() - 2 * DAY), done: true })
	}
	const [lost, waited] = coming.slice(3)
	if (lost) {
		const other = await copyEnded(sql, lost)
		await pay(sql, other, 'failed')
		const paid = await pay(sql, lost)
		await refund(sql, {
			...paid,
			cents: 500,
			reason: 'by_hand',
			note: '',
			at: new Date(now.getTime() - HOUR),
			done: false,
		})
	}
	if (waited) {
		await sql`update public.appointments set state = 'awaiting_payment' where id = ${waited.id}`
		await sql`update public.appointment_events set to_state = 'awaiting_payment' where appointment_id = ${waited.id}`
		await pay(sql, { ...waited, booked: new Date(now.getTime() - HOUR / 6) }, 'open')
		await sql`update public.appointment_payment_terms set pay_until = ${new Date(now.getTime() + DAY)} where appointment_id = ${waited.id}`
	}
	await at(sql, now)
	await sql`select public.settle_payments(100)`
	await actAs(sql, owner.userId)
}

const at = (sql: TransactionSql, instant: Date) =>
	sql`select set_config('zeitplatz.now', ${instant.toISOString()}, true)`

const actAs = (sql: TransactionSql, user: string | null) =>
	sql`select set_config('request.jwt.claims', ${user ? JSON.stringify({ sub: user, role: 'authenticated', aal: 'aal1' }) : ''}, true)`

/** Visits of guests in this state that begin between these days from now, those nearest to now first. */
function visits(sql: TransactionSql, now: Date, state: string, from: number, to: number, most: number) {
	return sql<Visit[]>`
		select visit.id, visit.total_cents as total, visit.starts_at as starts, least(visit.created_at, ${now}::timestamptz - interval '1 hour') as booked
		from public.appointments visit
		where visit.location_id = ${locationId} and visit.state = ${state}::public.appointment_state and visit.user_id is null
			and visit.contact_email is not null and visit.total_cents >= 4000 and visit.series is null
			and visit.starts_at between ${now}::timestamptz + ${from}::integer * interval '1 day' and ${now}::timestamptz + ${to}::integer * interval '1 day'
			and not exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.event_id is not null)
			and not exists (select from public.disruption_items item where item.appointment_id = visit.id)
		order by abs(extract(epoch from visit.starts_at - ${now}::timestamptz)), visit.id limit ${most}`
}

/** A deposit of a fifth, asked for when the visit was booked. */
async function pay(sql: TransactionSql, { id, total, booked }: Visit, state = 'paid'): Promise<Paid> {
	const cents = Math.round(total / 500) * 100
	const moment = new Date(booked.getTime() + 2 * 60_000)
	await at(sql, moment)
	await sql`insert into public.appointment_payment_terms (appointment_id, mode, pay_now_cents, no_show_cents)
		values (${id}, 'deposit', ${cents}, ${cents})`
	const [made] = await sql<{ payment: string }[]>`
		insert into public.payments (company_id, location_id, appointment_id, description, kind, provider, test, amount_cents, created_at, read_at)
		values (${companyId}, ${locationId}, ${id}, 'Anzahlung, Buchung ' || internal.booking_number(${id}), 'deposit', 'test', true, ${cents}, ${booked},
			${moment}) returning id as payment`
	const payment = made?.payment ?? ''
	await sql`update public.payments set ref = public.start_test_payment(id) ->> 'ref' where id = ${payment}`
	if (state === 'paid') {
		await sql`update internal.test_payments set state = 'paid', paid_at = ${moment} where payment_id = ${payment}`
		await sql`select internal.post(payment, 'captured', 'test:' || payment.id || ':captured:' || ${cents}::integer,
			variadic array[('provider_balance', 'prepaid', ${cents}::integer)]::internal.posting[])
			from public.payments payment where payment.id = ${payment}`
		await sql`update public.payments set state = 'paid', paid_at = ${moment} where id = ${payment}`
	} else if (state === 'failed') {
		await sql`update internal.test_payments set state = 'declined' where payment_id = ${payment}`
		await sql`update public.payments set state = 'failed' where id = ${payment}`
	}
	return { payment, cents }
}

type Refund = Paid & { reason: string; note?: string; at: Date; done: boolean }

/** Gives back, or is about to: then the provider takes its time. */
async function refund(
	sql: TransactionSql,
	{ payment, cents, reason, note = '', at: moment, done }: Refund,
): Promise<void> {
	await at(sql, moment)
	if (reason === 'by_hand') await actAs(sql, owner.userId)
	const [made] = await sql<{ id: string }[]>`
		select internal.refund(payment, ${cents}::integer, ${reason}, ${note}) as id from public.payments payment where payment.id = ${payment}`
	await actAs(sql, null)
	if (!done) {
		await sql`update public.payment_commands set next_attempt_at = ${new Date(moment.getTime() + DAY)} where refund_id = ${made?.id ?? ''}`
		return
	}
	await at(sql, new Date(moment.getTime() + 3 * 60_000))
	await sql`update internal.test_payments set refunded_cents = refunded_cents + ${cents} where payment_id = ${payment}`
	const facts = { refunded: cents, refunds: [{ id: made?.id, state: 'done' }] }
	await sql`select public.apply_payment_snapshot(${payment}, ${sql.json(facts)})`
}

/** Somebody tried to book the same before, and did not pay. */
async function copyEnded(sql: TransactionSql, visit: Visit): Promise<Visit> {
	const booked = new Date(visit.booked.getTime() - 2 * HOUR)
	const [made] = await sql<{ id: string }[]>`
		insert into public.appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, contact_phone, total_cents, created_at)
		select company_id, location_id, 'expired', starts_at, ends_at, 'Nils Petersen', 'nils.petersen@kundin.example', '', total_cents, ${booked}
		from public.appointments where id = ${visit.id} returning id`
	const id = made?.id ?? ''
	await sql`insert into public.appointment_lines
		select (jsonb_populate_record(line, jsonb_build_object('appointment_id', ${id}::text))).* from public.appointment_lines line
		where line.appointment_id = ${visit.id}`
	await sql`insert into public.appointment_events (appointment_id, at, verb, actor, from_state, to_state) values
		(${id}, ${booked}, 'confirm', 'customer', 'held', 'awaiting_payment'),
		(${id}, ${new Date(booked.getTime() + 35 * 60_000)}, 'expire', 'system', 'awaiting_payment', 'expired')`
	return { ...visit, id, booked }
}
