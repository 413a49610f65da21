import type { RouterContextProvider } from 'react-router'
import { understand } from '#app/features/catalogue/catalogue.queries.server.ts'
import { NO_FILTERS } from '#app/features/catalogue/filters.ts'
import { loadReference } from '#app/features/catalogue/reference.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { type CodedError, errorCode } from '#app/lib/errors.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { OrderForm } from './order.form.ts'
import {
	draftContract,
	type Matches,
	matchesContract,
	type OrderDraft,
	ownOrdersContract,
	publicOrdersContract,
} from './orders.contracts.ts'
import type { DraftKey } from './secret.server.ts'
import { namedCategory, suggestCategories } from './suggest-categories.ts'
import { readWindows } from './when.form.ts'

type Context = Readonly<RouterContextProvider>
type Fields = Partial<Record<keyof OrderForm, string[]>>
export type Suggested = { slug: string; name: string }

/** What this browser has filled in; null when there is nothing, or it is over. */
export async function loadDraft(context: Context, key: DraftKey | undefined): Promise<OrderDraft | null> {
	if (!key) return null
	const args = { p_order: key.id, p_secret: key.secret }
	return (await call(sessionOf(context).client, 'get_search_order_draft', draftContract, args)).data
}

/** What can be booked at once in place of the order; null when its times are over. */
export async function loadMatches(context: Context, draft: OrderDraft): Promise<Matches | null> {
	return (
		await call(sessionOf(context).client, 'instant_matches', matchesContract, {
			...{ p_category: draft.category, p_latitude: draft.latitude, p_longitude: draft.longitude },
			...{ p_radius_km: draft.radius_km, p_windows: draft.windows, p_budget_cents: draft.budget_cents, p_limit: 6 },
		})
	).data
}

/** What the form says, as the verb takes it; else what is wrong, by field, and categories that may be meant. */
export async function understandForm(
	context: Context,
	form: OrderForm,
	now: Date,
): Promise<{ draft: Record<string, unknown> } | { wrong: Fields; suggested: Suggested[] }> {
	const services = context.get(servicesContext)
	const reference = await loadReference(services)
	const today = localDate(now, HOME_ZONE)
	const chosen = form.kategorie || form.vorschlag
	const category = chosen
		? reference.categories.find(({ slug }) => slug === chosen)
		: form.was
			? namedCategory(form.was, reference.categories)
			: undefined
	const wrong: Fields = {}
	const suggested = category ? [] : suggestCategories(`${form.was} ${form.nachricht}`, reference.categories)
	if (!category)
		wrong.kategorie = [
			suggested.length ? 'Bitte wählen Sie, was davon am besten passt.' : 'Bitte wählen Sie eine Kategorie.',
		]
	const { place } = await understand(sessionOf(context).client, services, { ...NO_FILTERS, where: form.wo })
	if (!place)
		wrong.wo = ['Diesen Ort kennen wir nicht. Bitte geben Sie eine Stadt, einen Stadtteil oder eine Postleitzahl an.']
	const windows = readWindows(form, today, wrong)
	if (!category || !place || Object.keys(wrong).length > 0) return { wrong, suggested }
	return {
		draft: {
			...{ category: category.slug, title: form.was || category.name, text: form.nachricht, persons: form.personen },
			...{ for_name: form.fuer, place_label: place.label, latitude: place.latitude, longitude: place.longitude },
			...{ city_id: place.cityId, radius_km: form.umkreis, windows, budget_cents: form.hoechstens },
		},
	}
}

/** The field of the form that an error of a verb is about. */
export function fieldOfError(error: CodedError): keyof OrderForm | undefined {
	const code = errorCode(error)
	if (code.startsWith('window_') || code === 'too_many_windows') return 'zeit'
	const fields: Record<string, keyof OrderForm> = {
		...{
			category_not_found: 'kategorie',
			place_missing: 'wo',
			radius_invalid: 'umkreis',
			budget_invalid: 'hoechstens',
		},
		...{ text_too_long: 'nachricht', persons_invalid: 'personen', name_too_long: 'fuer' },
	}
	return fields[code]
}

/** A page of the public list. */
export async function loadPublicOrders(context: Context, url: URL) {
	const { categories, cities } = await loadReference(context.get(servicesContext))
	const asked = (name: string) => url.searchParams.get(name)?.slice(0, 100) ?? ''
	const category = asked('kategorie') && namedCategory(asked('kategorie'), categories)
	const city = cities.find(({ slug, name }) => [slug, name.toLowerCase()].includes(asked('stadt').trim().toLowerCase()))
	const found = invariantData(
		await call(sessionOf(context).client, 'list_search_orders', publicOrdersContract, {
			...{
				p_category: (category ? category.slug : asked('kategorie')) || null,
				p_city: city?.slug ?? (asked('stadt') || null),
			},
			...{ p_cursor: asked('ab') || null, p_limit: 20 },
		}),
	)
	return { ...found, category: category ? category.slug : '', city: city?.name ?? asked('stadt') }
}

/** The signed-in person's orders. */
export async function loadOwnOrders(context: Context) {
	return invariantData(await call(sessionOf(context).client, 'own_search_orders', ownOrdersContract, {}))
}
