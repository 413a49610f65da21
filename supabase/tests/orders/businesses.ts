import { randomUUID } from 'node:crypto'
import { insertEmployee, insertLocation, insertService } from '../booking/salon.ts'
import type { Market } from './world.ts'

export type Business = { company: string; location: string; owner: string; email: string }

/** Companies of one owner and one location each, where somebody cuts hair all day; by default at the place of the orders of the market. */
export async function openBusinesses({ sql }: Market, count: number, latitude = 52.51): Promise<Business[]> {
	const opened: Business[] = []
	for (let number = 0; number < count; number++) {
		const [owner, name] = [randomUUID(), `ort-${randomUUID().slice(0, 12)}`]
		const email = `${name}@example.org`
		await sql`insert into auth.users (id, email, email_confirmed_at) values (${owner}, ${email}, now())`
		const [made] = await sql<
			{ id: string }[]
		>`insert into public.companies (name, legal_name, representative, street, postal_code, city, email)
			values (${name}, ${name}, 'Lea Löwe', 'Weg 1', '10115', 'Berlin', ${email}) returning id`
		const company = String(made?.id)
		await sql`insert into public.members (company_id, user_id, role) values (${company}, ${owner}, 'owner')`
		const location = await insertLocation(sql, company, name)
		await sql`update public.locations set latitude = ${latitude}, longitude = 13.41 where id = ${location}`
		const person = await insertEmployee(sql, location, 'Kim', 1)
		await insertService(sql, location, 'Schnitt', 30, 4500, [person])
		opened.push({ company, location, owner, email })
	}
	return opened
}
