import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { ContactHidden } from '#app/ui/contact-data.tsx'
import { consentName, mayAdvertise } from './consents.ts'
import styles from './customer.module.css'
import type { Consent } from './customers.contracts.ts'

// So many are shown at once.
const FEW = 3

/** What the customer has agreed to or taken back: when, for what, and in which words. */
export function ConsentsPanel({ consents, zone }: { consents: Consent[]; zone: string }) {
	const older = consents.slice(FEW)
	return (
		<Panel title="Einwilligungen">
			{mayAdvertise(consents) ? null : <p className={panel.soft}>In Werbung ist nicht eingewilligt.</p>}
			<ConsentList consents={consents.slice(0, FEW)} zone={zone} />
			{older.length > 0 ? (
				<details className={styles.older}>
					<summary>{older.length} ältere zeigen</summary>
					<ConsentList consents={older} zone={zone} />
				</details>
			) : null}
		</Panel>
	)
}

function ConsentList({ consents, zone }: { consents: Consent[]; zone: string }) {
	if (consents.length === 0) return null
	return (
		<ul className={panel.list}>
			{consents.map((consent) => (
				<li key={`${consent.kind} ${consent.at}`} className={panel.words}>
					<span>{consentName(consent)}</span>
					<span className={panel.soft}>
						{formatDate(consent.at, zone)}, {formatTime(consent.at, zone)} Uhr ·{' '}
						{consent.kind === 'advertising' ? (
							(consent.address ?? <ContactHidden />)
						) : (
							<Link to={adminPaths.appointment(consent.appointment)}>
								Termin am {formatDate(consent.starts_at, zone)}
							</Link>
						)}
					</span>
					{consent.text ? (
						<details className={styles.older}>
							<summary>Wortlaut</summary>
							<p className={panel.soft}>{consent.text}</p>
						</details>
					) : null}
				</li>
			))}
		</ul>
	)
}
