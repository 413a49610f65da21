import type { Sql } from 'postgres'
import type { Salon } from './booking-salon.ts'

/** An appointment in two days with a payment by the provider that only pretends: paid, or only asked for. Answers the ids of both. */
export async function payFor(
	sql: Sql,
	salon: Salon,
	name: string,
	{ cents = 900, paid = true }: { cents?: number; paid?: boolean } = {},
): Promise<{ visit: string; payment: string }> {
	const [row] = await sql<{ visit: string; payment: string }[]>`
		with visit as (
			insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
			select company_id, id, 'awaiting_payment', now() + interval '2 days', now() + interval '2 days 1 hour',
				${name}, 'zahlt@example.org', 4500 from locations where id = ${salon.id} returning *),
		lines as (
			insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
			select id, 0, ${salon.cut}, ${salon.anna}, 'Haarschnitt', starts_at, ends_at, total_cents from visit),
		terms as (
			insert into appointment_payment_terms (appointment_id, mode, pay_now_cents, no_show_cents, pay_until)
			select id, 'deposit', ${cents}, 0, now() + interval '35 minutes' from visit),
		payment as (
			insert into payments (company_id, location_id, appointment_id, description, kind, provider, test, amount_cents)
			select company_id, location_id, id, 'Anzahlung, Buchung ' || internal.booking_number(id), 'deposit', 'test', true, ${cents}
			from visit returning id, appointment_id)
		select id as payment, appointment_id as visit from payment`
	if (!row) throw new Error('no payment')
	const [begun] = await sql<{ ref: string }[]>`select public.start_test_payment(${row.payment}) ->> 'ref' as ref`
	await sql`update payments set ref = ${begun?.ref ?? ''} where id = ${row.payment}`
	if (paid) {
		await sql`select public.act_on_test_payment(${begun?.ref ?? ''}, 'pay')`
		await sql`select public.apply_payment_snapshot(${row.payment}, ${sql.json({ captured: cents })})`
	}
	return row
}
