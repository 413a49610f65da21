import type { z } from 'zod'
import type { Database } from '#app/database.types.ts'
import type { CodedError } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { ticksInWords } from '#app/features/shell/edit.ts'
import { WAY_NAMES } from './booking-way.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { serviceLabels, serviceTyped } from './service.edit.ts'
import { serviceSchema, type variantSchema } from './services.form.ts'
import { VAT_NAMES } from './service-vat.ts'
import { loadAddons, saveAddonTo } from './addons.server.ts'
import { loadTests, saveTest, type ServiceTest } from './service-tests.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { centsOf } from './price.ts'

/** A person's own duration and price; null means the service's. */
export type Offer = { employee_id: string; duration_minutes: number | null; price_cents: number | null }
/** `addon_to`: the services that an add-on goes with; `test`: what it needs before. */
export type AdminService = Database['public']['Tables']['services']['Row'] & {
	offers: Offer[]
	addon_to: string[]
	test: ServiceTest | undefined
}

type Answer = { error: CodedError | null }
type Person = { id: string; name: string }

const WITH_OFFERS = '*, offers:employee_services(employee_id, duration_minutes, price_cents)'

/** Services of a location in order with who offers them, the archived ones included. */
export async function loadAdminServices(client: Client, locationId: string): Promise<AdminService[]> {
	const [rows, links] = await Promise.all([readServices(client, locationId), loadLinks(client, locationId)])
	return rows.map((row) => withLinks(row, links))
}

async function loadLinks(client: Client, locationId: string) {
	const [addons, tests] = await Promise.all([loadAddons(client, locationId), loadTests(client, locationId)])
	return { addons, tests }
}

function withLinks<Row extends { id: string }>(row: Row, { addons, tests }: Awaited<ReturnType<typeof loadLinks>>) {
	return {
		...row,
		addon_to: addons.filter(({ addon_id }) => addon_id === row.id).map(({ service_id }) => service_id),
		test: tests.find(({ service_id }) => service_id === row.id),
	}
}

function readServices(client: Client, locationId: string) {
	return allRows((from, to) =>
		client
			.from('services')
			.select(WITH_OFFERS)
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

type Row = Omit<z.output<typeof serviceSchema>, 'id'>

/** Adds a variant of a service, with the same people. */
export function addVariant(client: Client, value: z.output<typeof variantSchema>): PromiseLike<Answer> {
	const { id, family = '', own = '', variant, minutes, price } = value
	return client.rpc('add_variant', {
		...{ p_service: id, p_family: family, p_own: own, p_variant: variant },
		...{ p_minutes: minutes, p_price_cents: centsOf(price) },
	})
}

/** Adds a service, which comes last, and who offers it. */
export async function addService(client: Client, locationId: string, value: Row, offers: Offer[]): Promise<Answer> {
	const { data, error } = await client
		.from('services')
		.insert({ ...rowOf(value), location_id: locationId, position: await lastPlace(client, locationId) })
		.select('id')
		.single()
	if (error) return { error }
	const saved = await saveLinks(client, locationId, data.id, value)
	return saved.error ? saved : saveOffers(client, locationId, data.id, offers)
}

/** Saves a service that the form shows, and who offers it. */
export function editService(client: Client, locationId: string, id: string, people: Person[], form: FormData) {
	return submitEdit(form, {
		...{ schema: serviceSchema, back: adminPaths.services(locationId), labels: serviceLabels(people) },
		unspoken: ['category_id', 'employee', 'addon_to', 'test_service_id'],
		words: inWords,
		load: async () => {
			const service = invariantData(
				await client.from('services').select(WITH_OFFERS).eq('id', id).eq('location_id', locationId).maybeSingle(),
			)
			invariantResponse(service)
			const known = withLinks(service, await loadLinks(client, locationId))
			return { typed: serviceTyped(known, people), version: service.updated_at }
		},
		save: async ({ id: _id, ...value }, version, merged) => {
			const fields = offerErrors(merged)
			if (Object.keys(fields).length > 0) return { error: null, fields }
			const { data, error } = await client
				.from('services')
				.update(rowOf(value))
				.eq('id', id)
				.eq('updated_at', version)
				.select('id')
			if (error) return { error }
			if (data.length === 0) return null
			const saved = await saveLinks(client, locationId, id, value)
			return saved.error ? saved : saveOffers(client, locationId, id, readOffers(merged))
		},
	})
}

function inWords(name: string, text: string): string | undefined {
	const names: Record<string, string> = { ...(name === 'booking_way' && WAY_NAMES), ...(name === 'vat' && VAT_NAMES) }
	return names[text] ?? ticksInWords('price_from', 'active', 'new_by_request', 'addon')(name, text)
}

/** With which other services it goes, and which it needs before. */
async function saveLinks(client: Client, locationId: string, id: string, value: Row): Promise<Answer> {
	const saved = await saveAddonTo(client, locationId, id, value.addon ? value.addon_to : [])
	const { test_service_id, test_hours: hours, test_days: days } = value
	return saved.error ? saved : saveTest(client, locationId, { service_id: id, test_service_id, hours, days })
}

function rowOf({ price, processing_start, processing_minutes, vat_reason, ...row }: Row) {
	const { addon_to: _addonTo, test_service_id: _test, test_hours: _hours, test_days: _days, ...rest } = row
	return {
		...rest,
		vat_reason: row.vat === 'exempt' ? vat_reason : '',
		price_cents: centsOf(price),
		processing_start: processing_start ?? null,
		processing_minutes: processing_minutes ?? null,
	}
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

/** The people of a location who can offer services, in order. */
export async function loadOfferers(client: Client, locationId: string): Promise<Person[]> {
	return allRows((from, to) =>
		client
			.from('employees')
			.select('id, name')
			.eq('location_id', locationId)
			.eq('archived', false)
			.order('position')
			.order('id')
			.range(from, to),
	)
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
