import { CopyField } from '#app/ui/copy-field.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { QrCode } from '#app/ui/qr-code.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './share-panel.module.css'

type Props = {
	name: string
	/** The full address of the page. */
	url: string
	/** A picture of the code that leads there, as a data address. */
	qr: string
}

/** How customers find the page: its address, a code to print, and words to paste elsewhere. */
export function SharePanel({ name, url, qr }: Props) {
	return (
		<Panel title="Ihre Seite ist online">
			<p>
				<a href={url}>{url}</a>
			</p>
			<div className={styles.ways}>
				<QrCode src={qr} alt={`QR-Code, der auf die Seite von ${name} führt`} size={180} file="zeitplatz-qr-code.svg" />
				<div className={styles.words}>
					<CopyField
						label="Link für Ihre Website und Google"
						hint="Im Unternehmensprofil unter „Terminlink“."
						text={url}
					/>
					<CopyField
						label="Text für Instagram"
						hint="Für Ihr Profil oder einen Beitrag."
						text={`Termine bei ${name} online buchen: ${url}`}
					/>
					<CopyField
						label="Text für Google"
						hint="Für einen Beitrag in Ihrem Unternehmensprofil."
						text={`Bei ${name} buchen Sie jetzt online, rund um die Uhr: freie Zeit wählen, fertig. ${url}`}
					/>
				</div>
			</div>
			<div className={panel.line}>
				<ButtonLink to={adminPaths.calendar()}>Zum Kalender</ButtonLink>
				<ButtonLink to={adminPaths.dashboard()} kind="secondary">
					Zu Heute
				</ButtonLink>
			</div>
		</Panel>
	)
}
