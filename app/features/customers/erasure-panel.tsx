import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import type { Erasure } from './erasure.contracts.ts'
import styles from './merge.module.css'

type Props = { erasure: Erasure; reply?: FormReply }

/** What erasing takes away, what stays and why, and the form that asks for the name. */
export function ErasurePanel({ erasure, reply }: Props) {
	const {
		name,
		account,
		appointments,
		messages,
		reviews,
		contacts,
		relatives,
		files,
		health,
		withdrawals,
		early_starts,
	} = erasure
	return (
		<div className={panel.stack}>
			<Panel title="Das wird gelöscht">
				<ul className={styles.list}>
					<li>
						Name, E-Mail, Telefon, Geburtstag, Notiz und Merkmale
						{contacts > 0 ? ` mit ${contacts} weiteren Kontaktdaten` : ''}
					</li>
					{health === false ? null : <li>Angaben zur Gesundheit{health ? '' : ', falls welche da sind'}</li>}
					{files > 0 ? <li>{files === 1 ? 'Ein Foto oder Dokument' : `${files} Fotos und Dokumente`}</li> : null}
					{relatives > 0 ? (
						<li>Verbindungen zu {relatives === 1 ? 'einer anderen Person' : `${relatives} anderen Personen`}</li>
					) : null}
					<li>{messages === 1 ? '1 Nachricht' : `${messages} Nachrichten`} und alle Links auf Termine</li>
					{reviews > 0 ? <li>Der Name unter {reviews === 1 ? 'einer Bewertung' : `${reviews} Bewertungen`}</li> : null}
					<li>Wer in diese Karte hineingesehen hat, und was mit ihr zusammengeführt wurde</li>
				</ul>
			</Panel>
			<Panel title="Das bleibt">
				<ul className={styles.list}>
					<li>
						{appointments === 1 ? '1 Termin' : `${appointments} Termine`} ohne Namen, Kontakt und Nachricht: Leistung,
						Zeit und Preis gehören zu Ihrer Buchführung (§ 147 AO).
					</li>
					{withdrawals + early_starts > 0 ? (
						<li>
							Erklärungen zum Widerruf ({withdrawals}) und zum vorzeitigen Beginn ({early_starts}) als Nachweis, bis
							Ansprüche verjährt sind (Art. 17 Abs. 3 DSGVO)
						</li>
					) : null}
					<li>
						Ob Werbung erwünscht war, als Prüfsumme der Adresse, damit niemand gegen einen Widerspruch angeschrieben
						wird
					</li>
					{account ? <li>Das Konto der Person beim Marktplatz: Es gehört ihr, nur sie kann es löschen.</li> : null}
					<li>Dass gelöscht wurde, wann und durch wen, ohne Angaben zur Person</li>
					<li>Sicherungskopien, bis sie ablaufen</li>
				</ul>
			</Panel>
			<Panel title="Endgültig löschen">
				<p className={panel.soft}>Das lässt sich nicht rückgängig machen.</p>
				<Form method="post" noValidate>
					<div className={panel.form}>
						<FormMessage reply={reply} />
						<TextField
							{...fieldOf(reply, 'typed')}
							label="Name zur Bestätigung"
							hint={`Bitte tippen Sie: ${name}`}
							autoComplete="off"
							maxLength={200}
						/>
						<Button name="intent" value="erase" kind="danger" className={panel.send}>
							Endgültig löschen
						</Button>
					</div>
				</Form>
			</Panel>
		</div>
	)
}
