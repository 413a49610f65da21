import { Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import type { RetentionRule } from './retention.server.ts'
import styles from './settings.module.css'

const FATES: Record<string, string> = { deleted: 'danach gelöscht', anonymous: 'danach ohne Namen' }

/** How long data about people are kept, from when, and why, as the job of the night carries it out. */
export function RetentionPanel({ rules }: { rules: RetentionRule[] }) {
	return (
		<Panel title="Was wie lange bleibt">
			<p className={panel.soft}>
				Jede Nacht geht, was fällig ist, von selbst. Die Fristen gelten für alle Unternehmen auf Zeitplatz.
			</p>
			<dl className={styles.rules}>
				{rules.map(({ name, what, how_long, why, fate }) => (
					<div key={name}>
						<dt>{what}</dt>
						<dd>
							Bleibt {how_long}; {FATES[fate]}.
						</dd>
						<dd className={panel.soft}>{why}</dd>
					</div>
				))}
			</dl>
		</Panel>
	)
}
