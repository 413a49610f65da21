import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import styles from './order-steps.module.css'

export type WaitAsideData = {
	business: string
	listing: string
	/** What is waited for, in words. */
	lines: string[]
	/** Offers are made by the business itself. */
	byHand: boolean
	/** When the appointment is now that would move. */
	replaces?: string
}

/** What somebody waits for, and how it goes on. */
export function WaitAside({ business, listing, lines, byHand, replaces }: WaitAsideData) {
	return (
		<aside className={styles.aside} aria-label="Worauf Sie warten">
			<h2>
				<Link to={listing}>{business}</Link>
			</h2>
			<ul className={styles.plainList}>
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
			<h3>So geht es weiter</h3>
			<ol>
				<li>
					{byHand
						? `Wird etwas frei, bietet ${business} Ihnen die Zeit an. Wir schreiben Ihnen.`
						: 'Wird eine passende Zeit frei, halten wir sie für Sie und schreiben Ihnen. Wer zuerst kam, wird zuerst gefragt.'}
				</li>
				<li>
					{replaces
						? `Sagen Sie zu, zieht Ihr Termin dorthin um. Bis dahin bleibt er, wo er ist: ${replaces}.`
						: 'Sie sagen zu oder ab. Erst mit Ihrer Zusage ist der Termin gebucht.'}
				</li>
				<li>Passt die Zeit nicht, behalten Sie Ihren Platz.</li>
			</ol>
			<p className={styles.soft}>
				<Link to={`${paths.ranking()}#warteliste`}>Wie wir Zeiten vergeben</Link>
			</p>
		</aside>
	)
}
