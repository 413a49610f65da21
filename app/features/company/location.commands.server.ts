import { textOf } from '#app/lib/form.ts'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { requireLocation, submit, submitOrder, submitPlain } from '#app/features/shell/commands.server.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { locationSchema } from './company.form.ts'
import { KNOWN, LOCATION_LABELS, locationTyped } from './location.edit.ts'
import { readCropWish } from '#app/features/pictures/crop.ts'
import { changeLogo } from '#app/features/pictures/logo.server.ts'
import { addPicture, cropPicture, describePicture, removePicture } from '#app/features/pictures/pictures.server.ts'

const IDS = z.object({ id: z.uuid() })
const PICTURE_TEXT = z.object({
	id: z.uuid(),
	alt: z.string().trim().max(200, 'Höchstens 200 Zeichen.').default(''),
})

/** Everything that a location's page can do: save, publish, pause, and change pictures and their crops. */
export async function changeLocation(context: Readonly<RouterContextProvider>, request: Request, id: string) {
	const { client, locationId } = await requireLocation(context, request, id)
	const form = await readForm(request)
	const back = adminPaths.location(locationId)
	const intent = form.get('intent')
	if (intent === 'publish')
		return submitPlain(form, adminPaths.share(locationId), () =>
			client.rpc('publish_location', { p_location: locationId }),
		)
	if (intent === 'pause') return submitPlain(form, back, () => client.rpc('pause_location', { p_location: locationId }))
	if (intent === 'archive' || intent === 'restore')
		return submitPlain(form, back, () =>
			client.rpc('archive_location', { p_location: locationId, p_archived: intent === 'archive' }),
		)
	if (intent === 'order')
		return submitOrder(form, (p_ids) => client.rpc('order_pictures', { p_location: locationId, p_ids }))
	if (intent === 'logo' || intent === 'remove-logo')
		return submitPlain(form, back, () => changeLogo(client, locationId, form))
	if (intent === 'picture') {
		const [file, alt] = [form.get('file'), textOf(form, 'alt')]
		form.delete('file')
		return submitPlain(form, back, () => addPicture(client, locationId, file, alt))
	}
	if (intent === 'picture-text')
		return submit(form, PICTURE_TEXT, back, ({ id: picture, alt }) => describePicture(client, locationId, picture, alt))
	if (intent === 'crop')
		return submitPlain(form, back, () => cropPicture(client, locationId, textOf(form, 'id'), readCropWish(form)))
	if (intent === 'remove-picture')
		return submit(form, IDS, back, (value) => removePicture(client, locationId, value.id))
	const load = async () => {
		const row = invariantData(await client.from('locations').select().eq('id', locationId).single())
		return { typed: locationTyped(row), version: row.updated_at }
	}
	const save = async (value: z.output<typeof locationSchema>, version: string) => {
		const place = value.postal_code
			? await client
					.from('postal_codes')
					.select('latitude, longitude, city:cities(name)')
					.eq('code', value.postal_code)
					.maybeSingle()
			: null
		if (value.postal_code && !place?.data) return { error: { code: 'postal_code_unknown' } }
		const spot = place?.data
			? { city: place.data.city.name, latitude: place.data.latitude, longitude: place.data.longitude }
			: {}
		const { data, error } = await client
			.from('locations')
			.update({ ...value, ...spot })
			.eq('id', locationId)
			.eq('updated_at', version)
			.select('id')
		return error || data.length > 0 ? { error } : null
	}
	const words = (name: string, text: string) => (name === 'attributes' ? KNOWN.get(text) : undefined)
	return submitEdit(form, { schema: locationSchema, back, labels: LOCATION_LABELS, words, load, save })
}
