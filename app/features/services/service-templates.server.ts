import { invariantData } from '#app/lib/invariant.ts'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { lastPlace } from './services.server.ts'

type Stored = {
	name: string
	minutes: number
	priceCents: number
	bufferAfterMinutes?: number
	processing?: { startMinute: number; minutes: number }
}
export type Template = { key: string; name: string; minutes: number; cents: number }
export type TemplateGroup = { id: number; name: string; templates: Template[] }

/** Typical services of a category and its parts. */
export async function loadTemplates(client: Client, parent: number): Promise<TemplateGroup[]> {
	return (await loadStored(client, parent)).map(({ id, name, templates }) => ({
		id,
		name,
		templates: templates.map((template, index) => ({
			key: `${id}:${index}`,
			name: template.name,
			minutes: template.minutes,
			cents: template.priceCents,
		})),
	}))
}

const MOST_ID = 2_147_483_647

async function loadStored(client: Client, parent: number) {
	// The number comes from an address or a form.
	if (!Number.isInteger(parent) || parent < 1 || parent > MOST_ID) return []
	const rows = invariantData(
		await client.from('categories').select('id, name, service_templates').eq('parent_id', parent).order('position'),
	)
	return rows.map(({ id, name, service_templates }) => ({
		id,
		name,
		templates: service_templates as unknown as Stored[],
	}))
}

/** Makes services from chosen templates, offered by everybody who works here. */
export async function addTemplates(
	client: Client,
	location_id: string,
	parent: number,
	keys: string[],
): Promise<{ error: CodedError | null }> {
	const place = await lastPlace(client, location_id)
	const chosen = (await loadStored(client, parent)).flatMap(({ id, templates }) =>
		templates.filter((_template, index) => keys.includes(`${id}:${index}`)).map((template) => ({ id, template })),
	)
	if (chosen.length === 0) return { error: { code: 'template_missing' } }
	const services = await client
		.from('services')
		.insert(
			chosen.map(({ id, template }, index) => ({
				location_id,
				category_id: id,
				name: template.name,
				duration_minutes: template.minutes,
				price_cents: template.priceCents,
				buffer_after_minutes: template.bufferAfterMinutes ?? 0,
				processing_start: template.processing?.startMinute ?? null,
				processing_minutes: template.processing?.minutes ?? null,
				position: place + index,
			})),
		)
		.select('id')
	if (services.error) return services
	const people = await allRows((from, to) =>
		client.from('employees').select('id').eq('location_id', location_id).eq('active', true).order('id').range(from, to),
	)
	const offers = services.data.flatMap((service) =>
		people.map((person) => ({ service_id: service.id, employee_id: person.id, location_id })),
	)
	return offers.length > 0 ? client.from('employee_services').insert(offers) : { error: null }
}
