import { errorMessage } from '#app/lib/errors.ts'
import { localDate } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { Explanation, Reason } from './explain.ts'

type Location = { id: string; time_zone: string }

/**
 * Answers the question in an address: `warum` is a time, `tag` a day, `leistung` one or more services. Without a time
 * nothing is asked. The database refuses everyone who is not a member of the company.
 */
export async function loadExplanation(
	client: Client,
	location: Location,
	query: URLSearchParams,
	day: string,
): Promise<Explanation> {
	const services = query.getAll('leistung').filter((id) => isUuid(id.toLowerCase()))
	const time = query.get('warum') ?? ''
	const asked = { services, day, time, answers: null }
	if (!time) return asked
	if (services.length === 0) return { ...asked, fault: 'Bitte wählen Sie eine Leistung.' }
	const start = instantOf(`${day}T${time}`, location.time_zone)
	if (!start) return { ...asked, fault: 'Diese Uhrzeit gibt es an diesem Tag nicht.' }
	const { data, error } = await client.rpc('explain_start', {
		p_location: location.id,
		p_services: services,
		p_starts_at: start,
	})
	if (error) return { ...asked, fault: errorMessage(error) }
	const answers = data.map(({ employee_id, employee_name, bookable, reasons }) => ({
		employee: employee_id,
		name: employee_name,
		bookable,
		reasons: reasons as Reason[],
	}))
	return { ...asked, answers }
}

export type ForTeam = { explanation: Explanation; manages: boolean; location: string; zone: string }

/** The question as members see it on the public pages of their own company; null for everyone else. `day`: when the address names none. */
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
	const wanted = query.get('tag') ?? ''
	const explanation = await loadExplanation(
		client,
		{ id, time_zone },
		query,
		/^\d{4}-\d{2}-\d{2}$/.test(wanted) ? wanted : day,
	)
	return { explanation, manages: data.role !== 'staff', location: id, zone: time_zone }
}
