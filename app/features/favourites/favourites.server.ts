import type { RouterContextProvider } from 'react-router'
import { cardsOf } from '#app/features/catalogue/catalogue.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { returnPath, withParam } from '#app/lib/return-path.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { keptHereCookies, MOST_HERE, readKeptHere } from './kept-here.server.ts'

const MOST = 100
type Context = Readonly<RouterContextProvider>

/** Whether the signed-in person keeps this location. */
export async function isFavourite(client: Client, user: { id: string } | null, location: string): Promise<boolean> {
	if (!user) return false
	const { data } = await client.from('favourites').select('location_id').eq('location_id', location).limit(1)
	return (data ?? []).length > 0
}

/** What the signed-in person keeps, at most a hundred; nothing for visitors, whose pages are the same for all. */
export async function keptIds(client: Client, user: { id: string } | null): Promise<string[]> {
	return user ? idsOf(client) : []
}

/** The kept businesses: of the account, or without one of this browser; `here`: how many only this browser keeps for a signed-in person. */
export async function loadFavourites(context: Context, request: Request) {
	const { client, user } = sessionOf(context)
	const here = readKeptHere(request)
	const ids = user ? await idsOf(client) : here
	const cards = await cardsOf(client, context.get(servicesContext), ids, new Date())
	return {
		cards,
		/** What this browser keeps without an account. */
		inBrowser: here,
		signedIn: user !== null,
		/** Kept, but not bookable at present. */
		away: ids.length - cards.length,
		here: user ? here.filter((id) => !ids.includes(id)).length : 0,
	}
}

async function idsOf(client: Client): Promise<string[]> {
	const rows = invariantData(
		await client
			.from('favourites')
			.select('location_id')
			.order('created_at', { ascending: false })
			.order('location_id')
			.limit(MOST),
	)
	return rows.map((row) => row.location_id)
}

/** Keeps a business, removes one, or takes over what the browser keeps. Answers a message when it could not. */
export async function changeFavourites(context: Context, request: Request): Promise<{ message: string }> {
	const { client, user } = sessionOf(context)
	const form = await readForm(request)
	const back = returnPath(form.get('zurueck'), paths.favourites())
	const here = readKeptHere(request)
	const go = (path: string, kept?: string[]): never => {
		const headers = new Headers({ 'cache-control': 'no-store' })
		for (const cookie of kept ? keptHereCookies(kept) : []) headers.append('set-cookie', cookie)
		throw redirect(path, { headers })
	}
	if (form.get('was') === 'uebernehmen' && user) {
		const { error } = await client.rpc('keep_favourites', { p_locations: here })
		return error ? { message: errorMessage(error) } : go(paths.favourites(), [])
	}
	if (form.get('was') === 'vergessen') return go(paths.favourites(), [])
	const id = form.get('location')
	if (typeof id !== 'string' || !isUuid(id)) return go(back)
	const drops = form.get('was') === 'entfernen'
	if (user) {
		const { error } = drops
			? await client.rpc('drop_favourite', { p_location: id })
			: await client.rpc('keep_favourites', { p_locations: [id] })
		return error ? { message: errorMessage(error) } : go(drops ? back : withParam(back, 'gemerkt', '1'))
	}
	const others = here.filter((one) => one !== id)
	if (!drops && others.length >= MOST_HERE) {
		return {
			message: `Ohne Konto merken wir uns ${MOST_HERE} Betriebe. Bitte entfernen Sie einen oder melden Sie sich an.`,
		}
	}
	return drops ? go(back, others) : go(withParam(back, 'gemerkt', '1'), [id, ...others])
}
