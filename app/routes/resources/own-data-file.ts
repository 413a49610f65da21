import { loadOwnDataFile, ownDataFile } from '#app/features/own-data/own-data.server.ts'
import type { Route } from './+types/own-data-file.ts'

/** What is kept of an address, as a file, for the browser that opened the link. @throws Response 404 */
export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
	const kept = await loadOwnDataFile(context, request, params.id)
	return ownDataFile('Meine-Daten.json', { exported_at: new Date().toISOString(), ...kept })
}
