import { useSyncExternalStore } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, lookOf } from '#app/ui/button.tsx'
import { CopyField } from '#app/ui/copy-field.tsx'
import styles from './details.module.css'

type Props = {
	/** A link that was just made; it cannot be shown again later. */
	link?: string
	/** Whether a link is out. */
	shared: boolean
	business: string
	when: string
}

const never = () => () => undefined

/** Shows others when and where the appointment is: a link without contact data and without actions, to be taken back any time. */
export function Share({ link, shared, business, when }: Props) {
	const busy = useNavigation().state !== 'idle'
	// Only some browsers can, and no server.
	const canShare = useSyncExternalStore(
		never,
		() => 'share' in navigator,
		() => false,
	)
	const words = `Termin bei ${business}: ${when}`
	return (
		<section aria-labelledby="teilen" className={styles.form}>
			<div>
				<h2 id="teilen">Teilen</h2>
				<p className={styles.soft}>
					Der Link zeigt Zeit, Leistung und Ort: weder Ihre Kontaktdaten noch den Preis, und ändern lässt sich damit
					nichts.
				</p>
			</div>
			{link ? (
				<>
					<CopyField
						label="Link zum Weitergeben"
						hint="Er steht nur jetzt hier. Ein früherer gilt nicht mehr."
						text={link}
					/>
					<p className={styles.actions}>
						{canShare ? (
							<Button
								type="button"
								onClick={() => void navigator.share({ text: words, url: link }).catch(() => undefined)}
							>
								Weitergeben
							</Button>
						) : null}
						<a
							href={`mailto:?subject=${encodeURIComponent(words)}&body=${encodeURIComponent(`${words}\n${link}`)}`}
							className={lookOf({ kind: 'secondary' })}
						>
							Per E-Mail senden
						</a>
					</p>
				</>
			) : null}
			<Form method="post" preventScrollReset className={styles.actions}>
				<Button kind={link ? 'plain' : 'secondary'} name="intent" value="share" disabled={busy}>
					{shared ? 'Neuen Link erstellen' : 'Link erstellen'}
				</Button>
				{shared ? (
					<Button kind="danger" name="intent" value="unshare" disabled={busy}>
						Link zurücknehmen
					</Button>
				) : null}
			</Form>
		</section>
	)
}
