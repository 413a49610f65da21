import { data } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { loadReach } from '#app/features/orders/reach.server.ts'
import type { Route } from './+types/create-order-reach.ts'

/** How many businesses a search order would reach, as data for the form that is being filled in. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const asked = (name: string): string => url.searchParams.get(name) ?? ''
	const [was, kategorie, wo, umkreis] = [asked('was'), asked('kategorie'), asked('wo'), asked('umkreis')]
	return data(await loadReach(context, { was, kategorie, wo, umkreis }), { headers: PRIVATE_PAGE })
}
