import { addDays } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'

type Closed = { from: string; to: string; words: string }

/** Why events should be left out, by local date: public holidays of the place, closed days, absences of the person. */
export async function loadClosedDays(
	client: Client,
	location: { id: string },
	person: string,
	from: string,
	to: string,
) {
	const [{ data: place }, exceptions] = await Promise.all([
		client.from('locations').select('cities (state_code)').eq('id', location.id).maybeSingle(),
		allRows((first, last) =>
			client
				.from('exceptions')
				.select('employee_id, starts_at, ends_at, reason')
				.eq('location_id', location.id)
				.eq('kind', 'closed')
				.lt('starts_at', `${addDays(to, 1)}T00:00:00`)
				.gt('ends_at', `${from}T00:00:00`)
				.order('id')
				.range(first, last),
		),
	])
	const state = place?.cities?.state_code
	const holidays = state
		? await allRows((first, last) =>
				client
					.from('public_holidays')
					.select('date, name')
					.eq('state_code', state)
					.gte('date', from)
					.lte('date', to)
					.order('date')
					.range(first, last),
			)
		: []
	const closed: Closed[] = exceptions
		.filter(({ employee_id }) => employee_id === null || employee_id === person)
		.map(({ employee_id, starts_at, ends_at, reason }) => ({
			...{ from: starts_at, to: ends_at },
			words: [employee_id ? 'abwesend' : 'geschlossen', reason].filter(Boolean).join(': '),
		}))
	/** The reason on this date between two wall times (HH:MM), or "". */
	return (date: string, begins: string, ends: string): string => {
		const holiday = holidays.find((one) => one.date === date)
		if (holiday) return `Feiertag: ${holiday.name}`
		return closed.find((one) => one.from < `${date}T${ends}` && one.to > `${date}T${begins}`)?.words ?? ''
	}
}
