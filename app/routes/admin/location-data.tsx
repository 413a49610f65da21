import { Form } from 'react-router'
import { requireMember } from '#app/features/company/admin-context.server.ts'
import { Checklist } from '#app/features/company/checklist.tsx'
import { FormMessage, Panel, replyTo, SavedMessage } from '#app/features/company/form-parts.tsx'
import { changeLocation } from '#app/features/company/location.commands.server.ts'
import { LocationForm } from '#app/features/company/location-form.tsx'
import styles from '#app/features/company/panel.module.css'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/location-data.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, mayManage, locations } = await requireMember(context, request)
	invariantResponse(locations.some(({ id }) => id === params.id))
	const [location, pictures, steps] = await Promise.all([
		client.from('locations').select().eq('id', params.id).single(),
		client
			.from('location_images')
			.select('id, path, alt, width, height, color')
			.eq('location_id', params.id)
			.order('position'),
		client.rpc('publishing_checklist', { p_location: params.id }),
	])
	return {
		location: invariantData(location),
		pictures: invariantData(pictures),
		steps: invariantData(steps),
		mayManage,
	}
}

export const action = ({ context, request, params }: Route.ActionArgs) => changeLocation(context, request, params.id)

/** Address, texts, booking rules and pictures of a location. */
export default function LocationDataPage({ loaderData, actionData }: Route.ComponentProps) {
	const { location, pictures, steps, mayManage } = loaderData
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			<Checklist {...location} steps={steps} mayManage={mayManage} refusal={actionData} />
			<LocationForm location={location} disabled={!mayManage} reply={replyTo(actionData, 'save')} />
			<Panel title="Bilder">
				{pictures.length === 0 ? (
					<p>Seiten mit Bildern werden öfter gebucht. Ein helles Foto der Räume genügt für den Anfang.</p>
				) : null}
				<ul className={styles.pictures}>
					{pictures.map((picture) => (
						<li key={picture.id}>
							<Picture picture={picture} width={240} ratio={0.75} />
							{mayManage ? (
								<Form method="post" preventScrollReset>
									<input type="hidden" name="id" value={picture.id} />
									<Button
										kind="plain"
										name="intent"
										value="remove-picture"
										aria-label={`Bild entfernen: ${picture.alt}`}
									>
										Entfernen
									</Button>
								</Form>
							) : null}
						</li>
					))}
				</ul>
				{mayManage ? (
					<Form method="post" encType="multipart/form-data" className={styles.form} key={pictures.length}>
						<FormMessage reply={replyTo(actionData, 'picture')} />
						<TextField label="Bild" name="file" type="file" accept="image/*" hint="JPEG, PNG oder WebP bis 10 MB" />
						<TextField
							label="Was ist zu sehen?"
							name="alt"
							hint="Für Menschen, die das Bild nicht sehen"
							maxLength={200}
						/>
						<Button kind="secondary" name="intent" value="picture">
							Bild hochladen
						</Button>
					</Form>
				) : null}
			</Panel>
		</div>
	)
}
