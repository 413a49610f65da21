import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { PaymentPage, Refund } from './admin.contracts.ts'
import styles from './history.module.css'
import { endText, eventText, kindName, reasonText, REFUND_STATES, transferTexts } from './words.ts'

const momentOf = (at: string, zone: string): string => `${formatDate(at, zone)}, ${formatTime(at, zone)}`

/** What has happened to a payment, the oldest first, with which way money went. */
export function PaymentHistory({ payment, zone }: { payment: PaymentPage; zone: string }) {
	const end = endText(payment)
	return (
		<ol className={styles.history}>
			<li>
				{`${kindName(payment.kind)} angefordert: ${formatPrice(payment.amount_cents)}`}
				<span className={styles.soft}>{momentOf(payment.created_at, zone)}</span>
			</li>
			{payment.history.map((event) => (
				<li key={`${event.at}${event.verb}${event.transfers.length}`}>
					{eventText(event)}
					{transferTexts(event).map((text) => (
						<span key={text} className={styles.soft}>
							{text}
						</span>
					))}
					<span className={styles.soft}>
						{momentOf(event.at, zone)}
						{event.actor ? ` · ${event.actor}` : ''}
					</span>
				</li>
			))}
			{end ? (
				<li>
					{end}
					{payment.read_at ? <span className={styles.soft}>{momentOf(payment.read_at, zone)}</span> : null}
				</li>
			) : null}
		</ol>
	)
}

/** What has gone back or is about to, each with why and how it stands. */
export function Refunds({ refunds, zone }: { refunds: Refund[]; zone: string }) {
	if (refunds.length === 0) return null
	return (
		<ul className={styles.history}>
			{refunds.map(({ id, amount_cents, reason, note, state, asked_by, created_at, ended_at }) => {
				const { words, ...look } = REFUND_STATES[state]
				return (
					<li key={id}>
						{`${formatPrice(amount_cents)}, ${reasonText(reason)} `}
						<Badge {...look}>{words}</Badge>
						{note ? <q className={styles.note}>{note}</q> : null}
						<span className={styles.soft}>
							{`veranlasst ${momentOf(created_at, zone)}${asked_by ? ` · ${asked_by}` : ''}`}
							{ended_at ? ` · ${words} ${momentOf(ended_at, zone)}` : ''}
						</span>
					</li>
				)
			})}
		</ul>
	)
}
