import { Form, useSearchParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import styles from './profile.module.css'

/** Deleting the account: what it means, the button for it, and how to take it back. `due` is the day of deletion. */
export function Deletion({ due, failure }: { due: string; failure?: string }) {
	const [query] = useSearchParams()
	return (
		<section aria-labelledby="loeschen" className={styles.block}>
			<h2 id="loeschen">Konto löschen</h2>
			<Failure message={failure} />
			{!due && query.get('gespeichert') === 'behalten' ? (
				<Notice kind="success" role="status">
					<p>Ihr Konto bleibt bestehen.</p>
				</Notice>
			) : null}
			{due ? (
				<>
					<p>Ihr Konto wird am {due} gelöscht. Bis dahin können Sie es sich anders überlegen.</p>
					<Form method="post">
						<Button name="intent" value="keep">
							Konto behalten
						</Button>
					</Form>
				</>
			) : (
				<>
					<ul className={styles.points}>
						<li>Ihr Konto wird 14 Tage nach Ihrem Wunsch gelöscht. Bis dahin können Sie ihn hier zurücknehmen.</li>
						<li>
							Kommende Termine bleiben gebucht. Absagen können Sie sie vorher hier oder später mit dem Link der E-Mail.
						</li>
						<li>Aus vergangenen Terminen werden Name, Adresse, Telefon und Nachrichten entfernt.</li>
					</ul>
					<Form method="post" noValidate className={styles.form}>
						<CheckField id="sure" name="sure">
							Ja, mein Konto soll gelöscht werden.
						</CheckField>
						<div className={styles.actions}>
							<Button kind="danger" name="intent" value="delete">
								Konto löschen
							</Button>
						</div>
					</Form>
				</>
			)}
		</section>
	)
}
