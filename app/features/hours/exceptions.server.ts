import { textOf } from '#app/lib/form.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import { EXCEPTION_LABELS, exceptionTyped } from './exceptions.edit.ts'
import { exceptionSchema } from './exceptions.form.ts'
import type { Place } from './hours.server.ts'

/** Absences, special openings and public holidays of a location that have not ended before this local date. */
export function loadExceptions(client: Client, location: string, today: string) {
	return allRows((from, to) =>
		client
			.from('exceptions')
			.select('id, employee_id, kind, starts_at, ends_at, reason, updated_at')
			.eq('location_id', location)
			.gt('ends_at', today)
			.order('starts_at')
			.order('id')
			.range(from, to),
	)
}

/** Enters an exception, or saves the one that the form shows. `people` have their names for what is said about conflicts. */
export function saveException(place: Place, form: FormData, people: { id: string; name: string }[]) {
	const { client, locationId, today, back } = place
	const id = textOf(form, 'id')
	const schema = exceptionSchema(today)
	if (!isUuid(id))
		return submit(form, schema, back, ({ id: _id, employee_id = null, ...row }) =>
			client.from('exceptions').insert({ ...row, employee_id, location_id: locationId }),
		)
	return submitEdit(form, {
		...{ schema, back, labels: EXCEPTION_LABELS },
		words: (name, text) => {
			if (name === 'kind') return text === 'open' ? 'Zusätzlich geöffnet' : 'Abwesend oder geschlossen'
			return name === 'employee_id'
				? (people.find((person) => person.id === text)?.name ?? 'Ganzer Standort')
				: undefined
		},
		load: async () => {
			const row = invariantData(
				await client
					.from('exceptions')
					.select('employee_id, kind, starts_at, ends_at, reason, updated_at')
					.eq('id', id)
					.eq('location_id', locationId)
					.maybeSingle(),
			)
			invariantResponse(row)
			return { typed: exceptionTyped(row), version: row.updated_at }
		},
		save: async ({ id: _id, employee_id = null, ...row }, version) => {
			const { data, error } = await client
				.from('exceptions')
				.update({ ...row, employee_id })
				.eq('id', id)
				.eq('updated_at', version)
				.select('id')
			return error || data.length > 0 ? { error } : null
		},
	})
}

/** Removes an exception that is still as it was shown; one that is gone already is fine. */
export function removeException({ client, locationId, back }: Place, form: FormData) {
	const id = textOf(form, 'id')
	return submitPlain(form, back, async () => {
		if (!isUuid(id)) return { error: null }
		const { error } = await client
			.from('exceptions')
			.delete()
			.eq('id', id)
			.eq('location_id', locationId)
			.eq('updated_at', textOf(form, 'version'))
		if (error) return { error }
		const { data } = await client
			.from('exceptions')
			.select('id')
			.eq('id', id)
			.eq('location_id', locationId)
			.maybeSingle()
		return { error: data ? { code: 'hours_changed' } : null }
	})
}
