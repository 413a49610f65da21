import { Link } from 'react-router'
import styles from './preview-bar.module.css'

/** Above the preview of a page: what it is, and the way back. @param back where its owner came from */
export function PreviewBar({ back }: { back: string }) {
	return (
		<aside className={styles.bar} aria-label="Vorschau">
			<p>
				<strong>Vorschau</strong> So sehen Ihre Kund:innen die Seite. Noch sehen sie nur Mitglieder, und gebucht wird
				hier nicht.
			</p>
			<Link to={back}>Zurück zur Einrichtung</Link>
		</aside>
	)
}
