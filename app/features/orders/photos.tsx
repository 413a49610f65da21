import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { type Photo, PhotoRow } from '#app/ui/photo-row.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import steps from './order-steps.module.css'
import styles from './photos.module.css'

const MOST = 4

type Props = {
	photos: Photo[]
	wrong?: string
	/** Of an order that was sent off: the form for another is folded. */
	sent?: boolean
}

/** Photos of what is wanted: up to four, each sent on its own, so that none is lost when something else is wrong. */
export function Photos({ photos, wrong, sent = false }: Props) {
	const busy = useNavigation().state === 'submitting'
	return (
		<section aria-labelledby="fotos" className={steps.step}>
			<h2 id="fotos">{sent ? 'Fotos' : 'Fotos (freiwillig)'}</h2>
			<p className={steps.soft}>
				{photos.length > 0 || !sent ? '' : 'Noch keine. '}Ein Bild sagt oft mehr: wie es jetzt aussieht, wie es werden
				soll. Nur Betriebe, zu denen Ihr Suchauftrag passt, sehen es. Bitte keine Gesichter anderer. 30 Tage nach dem
				Ende löschen wir alle Fotos.
			</p>
			<Failure message={wrong} />
			{photos.length > 0 ? (
				<PhotoRow photos={photos} of={sent ? 'Ihres Suchauftrags' : 'zum Suchauftrag'}>
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
			{photos.length >= MOST ? null : sent ? (
				<details open={wrong !== undefined} key={photos.length} className={styles.folded}>
					<summary>Foto hinzufügen</summary>
					<AddPhoto busy={busy} />
				</details>
			) : (
				<AddPhoto key={photos.length} busy={busy} />
			)}
		</section>
	)
}

function AddPhoto({ busy }: { busy: boolean }) {
	return (
		<Form method="post" encType="multipart/form-data" noValidate preventScrollReset className={styles.photo}>
			<TextField label="Foto" name="foto" type="file" accept="image/*" hint="JPEG, PNG oder WebP bis 8 MB" optional />
			<Button name="intent" value="foto" kind="secondary" disabled={busy}>
				{busy ? 'Einen Moment …' : 'Foto hinzufügen'}
			</Button>
		</Form>
	)
}
