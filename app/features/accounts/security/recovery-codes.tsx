import { lookOf } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { codesFile, grouped } from './security.ts'
import styles from './security.module.css'

/** New recovery codes, which are shown only once, with a file to keep them in. */
export function RecoveryCodes({ codes, email }: { codes: string[]; email: string }) {
	return (
		<Notice kind="warning" role="status" title="Bitte jetzt sichern: Ihre Notfallcodes">
			<p>
				Mit einem dieser Codes kommen Sie in Ihr Konto, wenn Ihr Telefon oder Schlüssel fehlt. Jeder gilt einmal, und
				wir zeigen sie nur jetzt. Ältere Codes gelten nicht mehr.
			</p>
			<ul className={styles.codes} aria-label="Notfallcodes">
				{codes.map((code) => (
					<li key={code}>
						<code>{grouped(code).replaceAll(' ', '-')}</code>
					</li>
				))}
			</ul>
			<p>
				<a
					href={codesFile(codes, email)}
					download="zeitplatz-notfallcodes.txt"
					className={lookOf({ kind: 'secondary' })}
				>
					Als Datei sichern
				</a>
			</p>
		</Notice>
	)
}
