import type { z } from 'zod'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { LANGUAGES } from '#app/features/catalogue/languages.ts'
import { ticksInWords } from '#app/features/shell/edit.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { EMPLOYEE_LABELS, employeeTyped } from './team.edit.ts'
import { employeeSchema } from './team.form.ts'
import { COMING_SHOWN, comingSentence } from './team.ts'

export type AdminEmployee = {
	id: string
	name: string
	title: string
	color: string
	/** The photo's file; empty without one. */
	image_path: string
	/** Two-letter codes; empty means the location's languages. */
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
			.select('id, name, title, color, image_path, languages, position, active, archived')
			.eq('location_id', locationId)
			.order('position')
			.order('name')
			.order('id')
			.range(from, to),
	)
}

/** Adds a person, who comes last and works as the location is open. */
export async function addEmployee(
	client: Client,
	locationId: string,
	person: Omit<z.output<typeof employeeSchema>, 'id'>,
): Promise<Answer> {
	const people = await loadEmployees(client, locationId)
	const position = Math.max(0, ...people.map((other) => other.position)) + 1
	return client.from('employees').insert({ ...person, position, own_hours: false, location_id: locationId })
}

/** Saves a person whom the form shows. */
export function editEmployee(client: Client, locationId: string, id: string, form: FormData) {
	return submitEdit(form, {
		...{ schema: employeeSchema, back: adminPaths.employees(locationId), labels: EMPLOYEE_LABELS, unspoken: ['color'] },
		words: (name, text) => ticksInWords('active')(name, text) ?? (name === 'languages' ? LANGUAGES[text] : undefined),
		load: async () => {
			const found = invariantData(
				await client
					.from('employees')
					.select('name, title, color, languages, active, updated_at')
					.eq('id', id)
					.eq('location_id', locationId)
					.maybeSingle(),
			)
			invariantResponse(found)
			const { updated_at, ...row } = found
			return { typed: employeeTyped(row), version: updated_at }
		},
		save: async ({ id: _id, ...person }, version) => {
			const { data, error } = await client
				.from('employees')
				.update(person)
				.eq('id', id)
				.eq('updated_at', version)
				.select('id')
			return error || data.length > 0 ? { error } : null
		},
	})
}

/**
 * Archives a person; a nightly job deletes people who were never booked after 30 days. While the person still has coming appointments,
 * it returns a sentence for the form that names them.
 */
export async function removeEmployee(client: Client, locationId: string, id: string, now = new Date()) {
	const { error } = await client
		.from('employees')
		.update({ archived: true, active: false })
		.eq('id', id)
		.eq('location_id', locationId)
	if (error?.message !== 'appointments_coming') return { error }
	const { data, count } = await client
		.from('shown_appointments')
		.select('lines:appointment_lines!inner (starts_at), locations!inner (time_zone)', { count: 'exact' })
		.eq('location_id', locationId)
		.in('state', ['requested', 'confirmed'])
		.gt('ends_at', now.toISOString())
		.eq('lines.employee_id', id)
		.gt('lines.ends_at', now.toISOString())
		.order('starts_at')
		.limit(COMING_SHOWN)
	const zone = data?.[0]?.locations.time_zone
	if (!data || !zone) return { error }
	const times = data
		.flatMap(({ lines }) => lines.slice(0, 1))
		.map(({ starts_at }) => `${formatDate(starts_at, zone)}, ${formatTime(starts_at, zone)}`)
	return { error: null, fields: { '': [comingSentence(times, count ?? times.length)] } }
}

/** Takes a person back into the team, without taking appointments yet. */
export function restoreEmployee(client: Client, locationId: string, id: string): PromiseLike<Answer> {
	return client.from('employees').update({ archived: false }).eq('id', id).eq('location_id', locationId)
}
