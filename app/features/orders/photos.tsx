import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { type Photo, PhotoRow } from '#app/ui/photo-row.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './order-steps.module.css'

const MOST = 4

/** Photos of what is wanted: up to four, each sent on its own, so that none is lost when something else is wrong. */
export function Photos({ photos, wrong }: { photos: Photo[]; wrong?: string }) {
	const busy = useNavigation().state === 'submitting'
	return (
		<section aria-labelledby="fotos" className={styles.step}>
			<h2 id="fotos">Fotos (freiwillig)</h2>
			<p className={styles.soft}>
				Ein Bild sagt oft mehr: wie es jetzt aussieht, wie es werden soll. Nur Betriebe, zu denen Ihr Suchauftrag passt,
				sehen es. Bitte keine Gesichter anderer. 30 Tage nach dem Ende löschen wir alle Fotos.
			</p>
			<Failure message={wrong} />
			{photos.length > 0 ? (
				<PhotoRow photos={photos} of="zum Suchauftrag">
					{({ id }, name) => (
						<Form method="post" preventScrollReset>
							<input type="hidden" name="foto-id" value={id} />
							<Button name="intent" value="foto-weg" kind="plain" disabled={busy} aria-label={`${name} entfernen`}>
								Entfernen
							</Button>
						</Form>
					)}
				</PhotoRow>
			) : null}
			{photos.length < MOST ? (
				<Form
					method="post"
					encType="multipart/form-data"
					noValidate
					preventScrollReset
					key={photos.length}
					className={styles.photo}
				>
					<TextField
						label="Foto"
						name="foto"
						type="file"
						accept="image/*"
						hint="JPEG, PNG oder WebP bis 8 MB"
						optional
					/>
					<Button name="intent" value="foto" kind="secondary" disabled={busy}>
						{busy ? 'Einen Moment …' : 'Foto hinzufügen'}
					</Button>
				</Form>
			) : null}
		</section>
	)
}
