import { randomUUID } from 'node:crypto'
import { openSalon } from '../booking/salon.ts'

export const SELLER = {
	...{ name: 'Zeitplatz GmbH', street: 'Platz 1', postal_code: '10115', city: 'Berlin', vat_id: 'DE123456788' },
	...{ iban: 'DE89370400440532013000', small_business: false },
}
/** An instant in Berlin's wall time. */
export const instant = (day: string, time = '12:00'): string =>
	Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Europe/Berlin').toInstant().toString()

type Brought = { origin?: string; cents?: number; company?: string; booked?: string; state?: string; phone?: string }

/** The salon with billing on since January 2027, and visits as booking and completing leave them. */
export async function openBilling(connections = 10) {
	const salon = await openSalon(connections)
	const { sql, call, ids, user } = salon
	const server = <T>(name: string, args: object, now?: string) =>
		call<T>('service_role', name, args as Record<string, unknown>, now)
	await server('use_billing', { seller: SELLER, from: '2027-01-01' })
	await sql`insert into public.company_tax_data (company_id, taxpayer) values (${ids.company}, 'firm'), (${ids.other}, 'firm')`
	/** A visit of that day by somebody whose file it has made. */
	async function visit(day: string, email: string, given: Brought = {}): Promise<string> {
		const { origin = 'marketplace', cents = 10_000, company = ids.company, state = 'completed', phone = '' } = given
		const location = company === ids.company ? ids.location : ids.foreignLocation
		const starts = instant(day)
		const booked = given.booked ?? instant(day, '08:00')
		await sql`insert into public.customers (company_id, name, email, phone, created_at) values (${company}, 'Gast', ${email}, ${phone}, ${booked})
			on conflict do nothing`
		const [made] =
			await sql`insert into public.appointments (company_id, location_id, state, starts_at, ends_at, customer_id, contact_name,
			contact_email, contact_phone, total_cents, origin, created_at)
			select ${company}, ${location}, ${state}, ${starts}, ${starts}::timestamptz + interval '1 hour', card.id, 'Gast', ${email}, ${phone}, ${cents}, ${origin}, ${booked}
			from public.customers card where card.company_id = ${company} and card.email = ${email} returning id`
		return String(made?.id)
	}
	const settle = (day: string) => server<number>('settle_commission', {}, instant(day))
	async function close(day: string, month?: string): Promise<void> {
		for (let round = 0; round < 9; round++)
			if ((await server<number>('close_billing_month', month ? { month } : {}, instant(day))) === 0) return
	}
	const outcome = async (id: string) =>
		(await sql`select outcome from internal.commission_checks where appointment_id = ${id}`)[0]?.outcome
	async function item(id: string) {
		const [row] = await sql`select * from public.commission_items where appointment_id = ${id}`
		return row as { id: string; state: string; fee_cents: number; evidence: Record<string, unknown> } | undefined
	}
	const invoices = (company = ids.company) =>
		sql`select * from public.invoices where company_id = ${company} order by created_at, number`
	/** The transfers of an invoice as `debit → credit cents`, in order. */
	const postings = async (id: string): Promise<string[]> =>
		(
			await sql`select debit, credit, amount_cents from public.money_transfers where invoice_id = ${id} order by event_id, position`
		).map(({ debit, credit, amount_cents }) => `${debit} → ${credit} ${amount_cents}`)
	const drift = () => server<object[]>('check_billing', {})
	/** Makes somebody an operator with a second factor, and calls verbs as they do. */
	const admin = randomUUID()
	await sql`insert into auth.users (id, email, email_confirmed_at) values (${admin}, ${`${admin}@example.org`}, now())`
	await sql`insert into internal.operators (user_id, role) values (${admin}, 'admin')`
	const operate = <T>(name: string, args: Record<string, unknown> = {}, now = '') =>
		sql.begin(async (step) => {
			const claims = JSON.stringify({ role: 'authenticated', sub: admin, aal: 'aal2' })
			await step`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true), set_config('zeitplatz.now', ${now}, true)`
			const list = Object.keys(args).map((key, index) => `p_${key} => $${index + 1}`)
			const rows = await step.unsafe(
				`select to_jsonb(answer) as answer from public.${name}(${list.join(', ')}) answer`,
				Object.values(args) as never[],
			)
			return rows[0]?.answer as T
		})
	return {
		...{ ...salon, visit, settle, outcome, item, invoices, postings, drift, operate, server, closeMonth: close },
		owner: <T>(name: string, args: Record<string, unknown> = {}, now?: string) =>
			call<T>(user.owner, name, { company: ids.company, ...args }, now),
	}
}
export type Billing = Awaited<ReturnType<typeof openBilling>>
