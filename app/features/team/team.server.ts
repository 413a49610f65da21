import type { z } from 'zod'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { employeeSchema } from './team.form.ts'

export type AdminEmployee = {
	id: string
	name: string
	title: string
	color: string
	/** Two-letter codes; empty: those of the location. */
	languages: string[]
	position: number
	active: boolean
	archived: boolean
}
type Answer = { error: CodedError | null }

/** People of a location in order, the archived ones included. */
export async function loadEmployees(client: Client, locationId: string): Promise<AdminEmployee[]> {
	return allRows((from, to) =>
		client
			.from('employees')
			.select('id, name, title, color, languages, position, active, archived')
			.eq('location_id', locationId)
			.order('position')
			.order('name')
			.order('id')
			.range(from, to),
	)
}

/** Saves a person; a new one comes last. */
export async function saveEmployee(
	client: Client,
	locationId: string,
	{ id, ...person }: z.output<typeof employeeSchema>,
): Promise<Answer> {
	if (id) return client.from('employees').update(person).eq('id', id).eq('location_id', locationId)
	const people = await loadEmployees(client, locationId)
	const position = Math.max(0, ...people.map((other) => other.position)) + 1
	return client.from('employees').insert({ ...person, position, location_id: locationId })
}

/** Takes a person out of the team: away when nobody was ever booked with them, else into the archive. Error: appointments_coming */
export async function removeEmployee(client: Client, locationId: string, id: string): Promise<Answer> {
	const gone = await client.from('employees').delete().eq('id', id).eq('location_id', locationId)
	if (gone.error?.code !== '23503') return gone
	return client.from('employees').update({ archived: true, active: false }).eq('id', id).eq('location_id', locationId)
}

/** Takes a person back into the team, without taking appointments yet. */
export function restoreEmployee(client: Client, locationId: string, id: string): PromiseLike<Answer> {
	return client.from('employees').update({ archived: false }).eq('id', id).eq('location_id', locationId)
}
