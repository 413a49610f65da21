import { KIND_NOTES, billState } from '#app/features/billing/words.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel, Tick } from '#app/ui/form-parts.tsx'
import items from '#app/ui/rows.module.css'
import type { Refused } from './decide-form.tsx'
import type { OperatorInvoice } from './money.contracts.ts'
import { MoneyStep } from './money-step.tsx'
import { LEVELS } from './money-words.ts'

type Props = { rows: OperatorInvoice[]; open: boolean; decides: boolean; answer?: Refused }

/** Invoices with their state, and the ways to book a payment by hand or to reverse one. */
export function MoneyInvoices({ rows, open, decides, answer }: Props) {
	return (
		<Panel title={open ? 'Offene Rechnungen' : 'Alle Rechnungen'}>
			{rows.length > 0 ? (
				<ul className={items.rows}>
					{rows.map((row) => (
						<li key={row.id}>
							<div className={items.head}>
								<strong>
									{row.number}, {row.company}
								</strong>
								<span className={items.amount}>{formatPrice(row.due_cents)}</span>
							</div>
							<div className={items.head}>
								<span className={items.soft}>{story(row)}</span>
								<State row={row} />
							</div>
							{decides && row.type === 380 && row.state !== 'reversed' ? <Steps row={row} answer={answer} /> : null}
						</li>
					))}
				</ul>
			) : (
				<EmptyState icon="done" what={open ? 'Keine Rechnung ist offen.' : 'Noch keine Rechnung'} />
			)}
		</Panel>
	)
}

function State({ row }: { row: OperatorInvoice }) {
	const { label, badge } = billState(row, row.late_days > 0 ? '9999-12-31' : row.due_on)
	return <Badge kind={badge}>{row.late_days > 0 ? `${row.late_days} Tage überfällig` : label}</Badge>
}

const story = (row: OperatorInvoice): string =>
	[
		`Vom ${dateText(row.issued_on)}${row.type === 380 ? `, fällig am ${dateText(row.due_on)}` : ''}.`,
		row.paid_cents > 0 && row.state === 'issued' ? `${formatPrice(row.paid_cents)} sind da.` : '',
		LEVELS[row.level] ? `Stand der Mahnung: ${LEVELS[row.level]}.` : '',
		KIND_NOTES[row.kind],
		row.rendered ? '' : 'Datei folgt.',
	]
		.filter(Boolean)
		.join(' ')

function Steps({ row, answer }: { row: OperatorInvoice; answer?: Refused }) {
	return (
		<MoneyStep
			id={row.id}
			name={row.number}
			label="Bearbeiten"
			hint="Steht im Protokoll, bei einem Storno auch auf der Rechnung."
			answer={answer}
			steps={[
				...(row.state === 'issued' ? [{ intent: 'paid', label: 'Als bezahlt eintragen' }] : []),
				{ intent: 'reverse', label: 'Stornieren', kind: 'danger' as const },
			]}
		>
			<Tick name="again" label="Nach dem Storno neu berechnen" checked />
		</MoneyStep>
	)
}
