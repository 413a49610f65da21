import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { TAX_LABELS } from './tax-data.ts'
import styles from './tax-data.module.css'
import type { TaxDataChange } from './tax-data.server.ts'

/** The names of these columns in the order of the form. */
const named = (fields: string[]): string =>
	Object.entries(TAX_LABELS)
		.flatMap(([name, label]) => (fields.includes(name) ? label : []))
		.join(', ')

/** Who changed which of the tax data, and when; nothing before the first time. */
export function ChangesPanel({ changes }: { changes: TaxDataChange[] }) {
	if (changes.length === 0) return null
	return (
		<Panel title="Änderungen">
			<p className={panel.soft}>Wer wann was geändert hat; die Angaben selbst stehen nicht dabei.</p>
			<ul className={styles.changes}>
				{changes.map(({ id, at, who, fields }) => (
					<li key={id}>
						<strong>{who || 'Aus einer eingelesenen Datei'}</strong>, {formatDate(at, HOME_ZONE)},{' '}
						{formatTime(at, HOME_ZONE)} Uhr: {named(fields)}
					</li>
				))}
			</ul>
		</Panel>
	)
}
