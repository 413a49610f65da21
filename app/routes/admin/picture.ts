import { requireLocation } from '#app/features/shell/commands.server.ts'
import { wholePicture } from '#app/features/pictures/pictures.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/picture.ts'

/** The whole of a picture that pages may show cropped; for people who choose the crop. */
export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
	const { client, locationId } = await requireLocation(context, request, params.id)
	const picture = await wholePicture(client, locationId, params.picture)
	invariantResponse(picture)
	return new Response(picture, { headers: { 'content-type': picture.type } })
}
