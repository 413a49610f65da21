import type { z } from 'zod'
import type { Database } from '#app/database.types.ts'
import type { CodedError } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { serviceSchema } from './services.form.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { centsOf } from './price.ts'

/** A person's own duration and price; null means the service's. */
export type Offer = { employee_id: string; duration_minutes: number | null; price_cents: number | null }
export type AdminService = Database['public']['Tables']['services']['Row'] & { offers: Offer[] }

type Answer = { error: CodedError | null }

/** Services of a location in order with who offers them, the archived ones included. */
export async function loadAdminServices(client: Client, locationId: string): Promise<AdminService[]> {
	return allRows((from, to) =>
		client
			.from('services')
			.select('*, offers:employee_services(employee_id, duration_minutes, price_cents)')
			.eq('location_id', locationId)
			.order('position')
			.order('name')
			.order('id')
			.range(from, to),
	)
}

/** Reads from its form who offers a service. `offerErrors` says what is wrong with it. */
export function readOffers(form: FormData): Offer[] {
	return form
		.getAll('employee')
		.filter((value) => typeof value === 'string')
		.map((employee_id) => {
			const [minutes, price] = [
				textOf(form, `minutes-${employee_id}`).trim(),
				textOf(form, `price-${employee_id}`).trim(),
			]
			return {
				employee_id,
				duration_minutes: minutes ? Number(minutes) : null,
				price_cents: price ? centsOf(price) : null,
			}
		})
}

/** What is wrong with people's own durations and prices: sentences by the name of the field. */
export function offerErrors(form: FormData): Record<string, string[]> {
	const errors: Record<string, string[]> = {}
	const gap = textOf(form, 'processing_minutes').trim() !== ''
	for (const id of form.getAll('employee')) {
		if (typeof id !== 'string') continue
		const [minutes, price] = [textOf(form, `minutes-${id}`).trim(), textOf(form, `price-${id}`).trim()]
		if (minutes && !(/^\d{1,4}$/.test(minutes) && Number(minutes) >= 5 && Number(minutes) <= 1440))
			errors[`minutes-${id}`] = ['Eine Zahl von 5 bis 1440.']
		else if (minutes && gap && minutes !== textOf(form, 'duration_minutes').trim())
			errors[`minutes-${id}`] = ['Mit Einwirkzeit dauert die Leistung bei allen gleich lang.']
		if (price && !/^\d{1,6}(,\d{1,2})?$/.test(price)) errors[`price-${id}`] = ['Zum Beispiel 45,00.']
	}
	return errors
}

/** Saves a service and who offers it. */
export async function saveService(
	client: Client,
	locationId: string,
	{ id, price, processing_start, processing_minutes, ...rest }: z.output<typeof serviceSchema>,
	offers: Offer[],
): Promise<Answer> {
	const row = {
		...rest,
		price_cents: centsOf(price),
		processing_start: processing_start ?? null,
		processing_minutes: processing_minutes ?? null,
	}
	const services = client.from('services')
	const saved = id
		? await services.update(row).eq('id', id).eq('location_id', locationId).select('id').single()
		: await services
				.insert({ ...row, location_id: locationId, position: await lastPlace(client, locationId) })
				.select('id')
				.single()
	if (saved.error) return saved
	return saveOffers(client, locationId, saved.data.id, offers)
}

async function saveOffers(client: Client, location_id: string, service_id: string, offers: Offer[]): Promise<Answer> {
	const people = offers.map(({ employee_id }) => employee_id)
	const gone = client.from('employee_services').delete().eq('service_id', service_id)
	const removed = await (people.length > 0 ? gone.not('employee_id', 'in', `(${people.join()})`) : gone)
	if (removed.error || people.length === 0) return removed
	const before = await allRows((from, to) =>
		client
			.from('employee_services')
			.select('employee_id')
			.eq('service_id', service_id)
			.order('employee_id')
			.range(from, to),
	)
	const known = new Set(before.map(({ employee_id }) => employee_id))
	for (const { employee_id, ...own } of offers.filter((offer) => known.has(offer.employee_id))) {
		const changed = await client
			.from('employee_services')
			.update(own)
			.eq('service_id', service_id)
			.eq('employee_id', employee_id)
		if (changed.error) return changed
	}
	const added = offers.filter(({ employee_id }) => !known.has(employee_id))
	if (added.length === 0) return { error: null }
	return client.from('employee_services').insert(added.map((offer) => ({ ...offer, service_id, location_id })))
}

/** Archives a service; its bookings stay. A nightly job deletes it after 30 days if it was never booked. */
export function removeService(client: Client, locationId: string, id: string): PromiseLike<Answer> {
	return client.from('services').update({ archived: true, active: false }).eq('id', id).eq('location_id', locationId)
}

/** Takes a service back out of the archive, not bookable yet. */
export function restoreService(client: Client, locationId: string, id: string): PromiseLike<Answer> {
	return client.from('services').update({ archived: false }).eq('id', id).eq('location_id', locationId)
}

/** The position after the last service. */
export async function lastPlace(client: Client, locationId: string): Promise<number> {
	const { data } = await client
		.from('services')
		.select('position')
		.eq('location_id', locationId)
		.order('position', { ascending: false })
		.limit(1)
		.maybeSingle()
	return (data?.position ?? 0) + 1
}
