import { dateText } from '#app/lib/calendar-date.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Panel } from '#app/ui/form-parts.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import styles from '#app/ui/panel.module.css'
import type { OwnBilling } from './billing.contracts.ts'
import { Sums } from './sums.tsx'
import { KIND_NOTES } from './words.ts'

/** What the next invoice will hold, as it looks today. */
export function NextPanel({ billing: { next, billed_from: from, credit_cents: credit } }: { billing: OwnBilling }) {
	const used = Math.min(credit, next.gross_cents)
	return (
		<Panel title="Nächste Rechnung">
			{next.lines.length > 0 ? (
				<>
					<Sums
						label="Nächste Rechnung"
						lines={next.lines.map(({ text, cents }) => [text, cents])}
						sums={[
							['Summe netto', next.net_cents],
							...(next.kind === 'standard' ? [['Umsatzsteuer', next.vat_cents] as [string, number]] : []),
							...(used > 0 ? [['Belohnung als Partner', -used] as [string, number]] : []),
						]}
						total={['Voraussichtlich zu zahlen', next.gross_cents - used]}
					/>
					<p className={styles.soft}>
						Stand heute. Die Rechnung kommt am {dateText(next.on)}. {KIND_NOTES[next.kind]}
					</p>
				</>
			) : (
				<EmptyState
					icon="done"
					what="Nichts zu zahlen"
					how={
						from
							? 'Wo nichts zu zahlen ist, kommt auch keine Rechnung.'
							: 'Zeitplatz rechnet noch nichts ab. Bevor sich das ändert, unterrichten wir Sie.'
					}
				/>
			)}
			{credit > used ? (
				<p className={styles.soft}>Guthaben als Partner für spätere Rechnungen: {formatPrice(credit - used)}</p>
			) : null}
		</Panel>
	)
}
