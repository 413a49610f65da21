import { randomUUID } from 'node:crypto'
import { openSalon } from '../booking/salon.ts'

export const DAY = 86_400_000
/** An instant that many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString()

/** A salon, and makers of what partners are about: accounts at domains of their own, and businesses. */
export async function openPartners() {
	const salon = await openSalon()
	const { sql } = salon
	const [terms] = await sql`select (public.current_partner_terms()).hash`
	const hash = String(terms?.hash)

	async function person(email = `p-${randomUUID()}@gmx.de`): Promise<string> {
		const id = randomUUID()
		await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`
		return id
	}
	/** A company with a published location that is open since so many days. */
	async function business(owner: string, days = 0): Promise<string> {
		const [made] =
			await sql`insert into public.companies (name, created_at) values ('Haus Neu', ${inDays(-days)}) returning id`
		const id = String(made?.id)
		await sql`insert into public.members (company_id, user_id, role) values (${id}, ${owner}, 'owner')`
		await sql`insert into public.locations (company_id, slug, name, street, postal_code, city, state, published_at)
			values (${id}, ${`haus-${randomUUID()}`}, 'Haus', 'Weg 1', '10115', 'Berlin', 'published', ${inDays(-days)})`
		return id
	}
	const join = (who: string, company?: string) =>
		salon.call<string>(who, 'join_partners', { terms: hash, ...(company ? { company } : {}) })
	async function partner(who?: string, company?: string) {
		const user = who ?? (await person())
		const id = await join(user, company)
		const [row] = await sql`select code from internal.partners where id = ${id}`
		return { id, user, code: String(row?.code) }
	}
	const refer = (who: string, company: string, code: string, now?: string) =>
		salon.call(who, 'refer_company', { company, code }, now)
	/** A business that has just been referred with this code, by the owner whom it is given. */
	async function referred(code: string, owner?: string) {
		const user = owner ?? (await person())
		const company = await business(user)
		await refer(user, company, code)
		return { user, company }
	}
	/** So many completed visits by so many people, so many days from now. */
	async function visits(company: string, many: number, people: number, days = 1, domain = randomUUID()): Promise<void> {
		await sql`insert into public.appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
			select place.company_id, place.id, 'completed', ${inDays(days)}::timestamptz + n * interval '1 hour', ${inDays(days)}::timestamptz + n * interval '1 hour' + interval '30 minutes',
				'Gast', 'gast' || n % ${people} || ${`@${domain}.example`}, 2500
			from public.locations place, generate_series(1, ${many}::integer) n where place.company_id = ${company}`
	}
	const decide = (now?: string) => salon.call<number>('service_role', 'decide_referrals', {}, now)
	const stateOf = async (company: string) => {
		const [row] = await sql`select state, reason from internal.referrals where company_id = ${company}`
		return row ? [row.state, row.reason].filter(Boolean).join(' ') : 'none'
	}
	return { ...{ salon, sql, hash, person, business, join, partner, refer, referred, visits, decide, stateOf } }
}
export type Partners = Awaited<ReturnType<typeof openPartners>>
