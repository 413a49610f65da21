import { atLeast } from '#app/features/members/members.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { localDate } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { explainContract } from './explain.contracts.ts'
import type { Explanation } from './explain.ts'

type Location = { id: string; time_zone: string }

/**
 * Answers the question in an address: `warum` is a time, `tag` a day, `leistung` one or more services. Without a time
 * nothing is asked. The database refuses everyone who is not a member of the company. @param day used when the address names none
 * @param person who alone is asked about
 */
export async function loadExplanation(
	client: Client,
	location: Location,
	query: URLSearchParams,
	day: string,
	person?: string,
): Promise<Explanation> {
	const services = query.getAll('leistung').filter((id) => isUuid(id.toLowerCase()))
	const [typedDay, typedTime] = ['tag', 'warum'].map((name) => (query.get(name) ?? '').slice(0, 40))
	const today = localDate(new Date(), location.time_zone)
	const [date, time] = [readDate(typedDay, today), readTime(typedTime)]
	const wanted = date.value || day
	const asked = { services, day: wanted, time: time.value, today, answers: null }
	if (!typedTime) return asked
	if (date.fault || time.fault) {
		const faults = { day: date.fault, time: time.fault }
		return { ...asked, day: date.fault ? (typedDay ?? '') : wanted, time: typedTime, faults }
	}
	if (services.length === 0) return { ...asked, fault: 'Bitte wählen Sie eine Leistung.' }
	const start = instantOf(`${wanted}T${time.value}`, location.time_zone)
	if (!start) return { ...asked, fault: 'Diese Uhrzeit gibt es an diesem Tag nicht.' }
	const { data, error } = await call(client, 'explain_start', explainContract, {
		p_location: location.id,
		p_services: services,
		p_starts_at: start,
		...(person && { p_employee: person }),
	})
	if (error) return { ...asked, fault: errorMessage(error) }
	const answers = data.map(({ employee_id, employee_name, bookable, reasons }) => ({
		employee: employee_id,
		name: employee_name,
		bookable,
		reasons,
	}))
	return { ...asked, answers }
}

export type ForTeam = { explanation: Explanation; manages: boolean; location: string; zone: string }

/** The question as members see it on the public pages of their own company; null for everyone else. `day` is used when the address names none. */
export async function loadForTeam(
	client: Client,
	user: { id: string } | null,
	{ id, time_zone }: Location,
	query: URLSearchParams,
	day = localDate(new Date(), time_zone),
): Promise<ForTeam | null> {
	if (!user) return null
	const { data } = await client
		.from('members')
		.select('role, companies!inner(locations!inner(id))')
		.eq('user_id', user.id)
		.eq('companies.locations.id', id)
		.maybeSingle()
	if (!data) return null
	const explanation = await loadExplanation(client, { id, time_zone }, query, day)
	return { explanation, manages: atLeast(data.role, 'manager'), location: id, zone: time_zone }
}
