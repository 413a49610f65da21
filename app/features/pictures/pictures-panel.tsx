import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Picture, type StoredPicture } from '#app/ui/picture.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Crop } from './crop.ts'
import { CropPanel } from './crop-panel.tsx'
import { FormMessage, Panel, type Refusal, replyTo, rowReply } from '#app/ui/form-parts.tsx'
import { OrderedList } from '#app/ui/ordered-list.tsx'
import panel from '#app/ui/panel.module.css'
import styles from './pictures-panel.module.css'

type Shown = StoredPicture & { id: string; crop: Crop | null }
type Props = { locationId: string; pictures: Shown[]; mayManage: boolean; refusal?: Refusal }

/** Pictures of a location: order (the first one is the large one), descriptions for people who cannot see them, their parts, new ones. */
export function PicturesPanel({ locationId, pictures, mayManage, refusal }: Props) {
	// A refusal about a picture that somebody else has removed meanwhile.
	const orphan = refusal && !pictures.some(({ id }) => refusal.form.endsWith(id))
	return (
		<Panel title="Bilder">
			<p className={panel.soft}>
				{pictures.length === 0
					? 'Seiten mit Bildern werden öfter gebucht. Ein helles Foto der Räume genügt für den Anfang.'
					: 'Das erste Bild steht groß auf Ihrer Seite und in den Suchergebnissen.'}
			</p>
			<FormMessage reply={rowReply(refusal, 'order', 'remove-picture', ...(orphan ? ['crop', 'picture-text'] : []))} />
			<OrderedList
				fixed={!mayManage}
				items={pictures.map((picture, index) => {
					const reply = replyTo(refusal, `picture-text${picture.id}`)
					const name = picture.alt || `Bild ${index + 1}`
					return {
						id: picture.id,
						name,
						body: (
							<div className={styles.picture}>
								<Picture picture={picture} box="thumbnail" />
								{mayManage ? (
									<Form method="post" preventScrollReset noValidate>
										<FormMessage reply={reply} />
										<input type="hidden" name="id" value={picture.id} />
										<TextField
											{...fieldOf(reply, 'alt', picture.alt)}
											label="Was ist zu sehen?"
											maxLength={200}
											optional
										/>
										<div className={panel.line}>
											<Button
												kind="secondary"
												name="intent"
												value="picture-text"
												aria-label={`Text speichern: ${name}`}
											>
												Speichern
											</Button>
											<Button kind="plain" name="intent" value="remove-picture" aria-label={`Bild entfernen: ${name}`}>
												Entfernen
											</Button>
										</div>
									</Form>
								) : (
									<p>{picture.alt}</p>
								)}
								{mayManage ? (
									<CropPanel
										key={picture.id}
										address={adminPaths.picture(locationId, picture.id)}
										{...{ picture, name }}
										reply={replyTo(refusal, `crop${picture.id}`)}
									/>
								) : null}
							</div>
						),
					}
				})}
			/>
			{mayManage ? (
				<Form method="post" encType="multipart/form-data" className={panel.form} key={pictures.length}>
					<FormMessage reply={replyTo(refusal, 'picture')} />
					<TextField label="Bild" name="file" type="file" accept="image/*" hint="JPEG, PNG oder WebP bis 10 MB" />
					<TextField
						label="Was ist zu sehen?"
						name="alt"
						hint="Für Menschen, die das Bild nicht sehen"
						maxLength={200}
						defaultValue={fieldOf(replyTo(refusal, 'picture'), 'alt').defaultValue}
					/>
					<Button kind="secondary" name="intent" value="picture">
						Bild hochladen
					</Button>
				</Form>
			) : null}
		</Panel>
	)
}
