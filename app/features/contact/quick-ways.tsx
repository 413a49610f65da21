import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import styles from './contact.module.css'

/** What most people look for here, answered at once by a page of its own. */
const WAYS = [
	{ to: paths.bookingLinks(), title: 'Link zum Termin', text: 'Termin ansehen, verschieben oder absagen' },
	{ to: paths.faq(), title: 'Häufige Fragen', text: 'Antworten, ohne zu warten' },
	{ to: paths.ownDataRequest(), title: 'Meine Daten', text: 'Auskunft und Löschung, auch ohne Konto' },
]

export function QuickWays() {
	return (
		<ul className={styles.ways}>
			{WAYS.map(({ to, title, text }) => (
				<li key={to}>
					<Link to={to}>
						<strong>{title}</strong>
						<span>{text}</span>
					</Link>
				</li>
			))}
		</ul>
	)
}
