import { at, type Salon } from '../booking/salon.ts'

/** The local date that many days after today. */
export const dayAt = (days: number): string => at(days, '12:00').slice(0, 10)

export type Part = Record<string, number> & { first: string; last: string }
export type Figures = {
	parts: Part[]
	sources: { source: string; origin: string; visits: number; before: number }[]
	leads: { days: number; visits: number; before: number }[]
	waits: { last: string; asked: number; seated: number; asked_before: number; seated_before: number }[]
	people: { name: string; taken: number; working: number; taken_before: number; working_before: number }[]
}

/** Puts a visit with Anna that begins at an instant into the tables, as an import or years of bookings would. */
export async function putVisit(
	{ ids, sql }: Salon,
	starts: string,
	changes: Record<string, unknown> = {},
): Promise<string> {
	const row = {
		state: 'completed',
		total_cents: 4500,
		source: 'web',
		origin: 'marketplace',
		customer_id: null,
		...changes,
	}
	const [made] = await sql`insert into public.appointments ${sql({
		...{
			company_id: ids.company,
			location_id: ids.location,
			contact_name: 'Mia',
			starts_at: starts,
			created_at: starts,
		},
		...{ ends_at: Temporal.Instant.from(starts).add({ minutes: 30 }).toString(), ...row },
	} as never)} returning id`
	await sql`insert into public.appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
		select id, 0, ${ids.cut}, ${ids.anna}, 'Schnitt', starts_at, ends_at, total_cents from public.appointments where id = ${made?.id}`
	return String(made?.id)
}

export async function putCustomer({ ids, sql }: Salon, name: string): Promise<string> {
	const [made] =
		await sql`insert into public.customers (company_id, name) values (${ids.company}, ${name}) returning id`
	return String(made?.id)
}

/** Runs both jobs until nothing is waiting. */
export async function keepReports(salon: Salon): Promise<void> {
	for (const verb of ['keep_customer_facts', 'keep_reports'])
		for (let more = true; more;) more = (await salon.call<{ more?: boolean }>('service_role', verb)).more ?? false
}
