import { understand } from '#app/features/catalogue/catalogue.queries.server.ts'
import { NO_FILTERS } from '#app/features/catalogue/filters.ts'
import { loadReference } from '#app/features/catalogue/reference.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths, search } from '#app/lib/paths.ts'
import { placeCookie } from '#app/lib/place-cookie.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/place.ts'

/** Remembers the visitor's town and leads home, or to what a category offers there. A plain form, so that it works without JavaScript. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
	const form = await readForm(request)
	const [where, wanted] = [textOf(form, 'ort').trim().slice(0, 80), textOf(form, 'kategorie')]
	const services = context.get(servicesContext)
	const { categories } = await loadReference(services)
	const category = categories.find((one) => one.slug === wanted)?.slug
	const { place } = where
		? await understand(sessionOf(context).client, services, { ...NO_FILTERS, where })
		: { place: undefined }
	if (!place) return redirect(`${category ? paths.category(category) : paths.home()}${search({ ort: where })}`)
	const headers = { 'set-cookie': placeCookie(place.citySlug) }
	return redirect(category ? paths.catalogue(place.citySlug, category) : `${paths.home()}#bald`, { headers })
}

export function loader(): Response {
	return redirect(paths.home())
}
