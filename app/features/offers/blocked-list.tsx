import { Form } from 'react-router'
import { formatSoon } from '#app/lib/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import type { BlockedCustomer } from './offers.contracts.ts'
import styles from './offers.module.css'

/** People whose orders the business does not want to see, by what they were looking for. */
export function BlockedList({ blocked, zone, now }: { blocked: BlockedCustomer[]; zone: string; now: string }) {
	return (
		<Panel title="Blockierte Personen" id="blockiert">
			<p className={panel.soft}>Ihre Suchaufträge sehen Sie nicht. Wer sie sind, wissen wir wie Sie nur ohne Namen.</p>
			<ul className={styles.blocked}>
				{blocked.map(({ id, label, at }) => (
					<li key={id}>
						<Form method="post" preventScrollReset className={styles.block}>
							<input type="hidden" name="id" value={id} />
							<span>
								{label ? `„${label}“` : 'Ein Suchauftrag'}, blockiert {formatSoon(at, zone, now)}
							</span>
							<Button
								name="intent"
								value="unblock"
								kind="secondary"
								aria-label={`Aufheben: ${label || 'Ein Suchauftrag'}`}
							>
								Aufheben
							</Button>
						</Form>
					</li>
				))}
			</ul>
		</Panel>
	)
}
