import { loadOwnData } from '#app/features/accounts/own-data.server.ts'
import { loadAccountData, ownDataFile } from '#app/features/own-data/own-data.server.ts'
import { requireAccount, requireUser } from '#app/lib/session.server.ts'
import type { Route } from './+types/own-data.ts'

/** A person's own data as a file. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
	const { client } = requireUser(context)
	const [own, further] = await Promise.all([
		loadOwnData(client, await requireAccount(context), new Date()),
		loadAccountData(client),
	])
	return ownDataFile('zeitplatz-meine-daten.json', { ...own, ...further })
}
