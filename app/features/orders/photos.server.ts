import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { FILES } from '#app/features/customers/files.ts'
import { makeShown } from '#app/features/pictures/picture-files.server.ts'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { type CodedError, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Photo } from '#app/ui/photo-row.tsx'

type Context = Readonly<RouterContextProvider>
/** An order and the secret that opens it; an account needs none for its own. */
type Key = { id: string; secret?: string }

/** The answer of `order_images` and `matching_order_images`. */
export const orderImagesContract = z.array(
	z.object({ id: z.uuid(), path: z.string(), width: z.int(), height: z.int() }),
)
/** The answer of `add_order_image`. */
export const announcedImageContract = z.object({ id: z.uuid(), path: z.string() })

/** The most bytes of a photo, as it is sent and as it is kept. */
const MOST_BYTES = 8 * 1024 * 1024
/** How long the address of a photo holds. */
const SECONDS = 600

/** The photos of an order that this browser fills in, or opens. */
export async function loadPhotos(context: Context, order: string, secret: string | undefined): Promise<Photo[]> {
	const args = { p_order: order, p_secret: secret ?? null }
	const found = invariantData(await call(sessionOf(context).client, 'order_images', orderImagesContract, args))
	return signed(serverClient(context.get(servicesContext)), found)
}

/** The photos of an order that a location may answer. */
export async function loadMatchingPhotos(
	context: Context,
	client: Client,
	order: string,
	location: string,
): Promise<Photo[]> {
	const args = { p_order: order, p_location: location }
	const { data } = await call(client, 'matching_order_images', orderImagesContract, args)
	return signed(serverClient(context.get(servicesContext)), data ?? [])
}

async function signed(server: Client, images: z.output<typeof orderImagesContract>): Promise<Photo[]> {
	if (images.length === 0) return []
	const paths = images.map(({ path }) => path)
	const { data } = await server.storage.from(FILES).createSignedUrls(paths, SECONDS)
	return images.flatMap(({ id, width, height }, index) => {
		const src = data?.[index]?.signedUrl
		return src ? [{ id, src, width, height }] : []
	})
}

/**
 * Adds the photo that was sent to the draft of this browser, or to an order of whoever sends it, or removes one. The database says first whether and where; its contents go there
 * with the rights of the server, and only then it is shown. @returns what went wrong, or null
 */
export async function changePhotos(context: Context, key: Key, form: FormData): Promise<string | null> {
	const { client } = sessionOf(context)
	const own = { p_order: key.id, p_secret: key.secret ?? null }
	const said = (error: CodedError | null): string | null => error && errorMessage(error)
	const image = textOf(form, 'foto-id')
	if (textOf(form, 'intent') === 'foto-weg')
		return isUuid(image)
			? said((await call(client, 'remove_order_image', z.unknown(), { ...own, p_image: image })).error)
			: null
	if (!(await context.get(servicesContext).allow('booking', context.get(addressContext))))
		return errorMessage('rate_limited')
	const file = form.get('foto')
	if (!(file instanceof File) || file.size === 0 || file.size > MOST_BYTES) return errorMessage('photo_invalid')
	// Upright, without what the camera has added, and no larger than a screen shows.
	const made = await makeShown(Buffer.from(await file.arrayBuffer()), null).catch(() => undefined)
	if (!made) return errorMessage('photo_invalid')
	const announced = await call(client, 'add_order_image', announcedImageContract, {
		...{ ...own, p_bytes: made.data.length, p_width: made.columns.width, p_height: made.columns.height },
	})
	if (announced.error) return errorMessage(announced.error)
	const files = serverClient(context.get(servicesContext)).storage.from(FILES)
	const { error } = await files.upload(announced.data.path, made.data, { contentType: 'image/webp' })
	if (error) return errorMessage({ code: 'unexpected', message: error.message })
	const stored = await call(client, 'order_image_stored', z.unknown(), { ...own, p_image: announced.data.id })
	if (stored.error) await files.remove([announced.data.path])
	return said(stored.error)
}
