import { Form, Link } from 'react-router'
import { dateText } from '#app/lib/calendar-date.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import { Pages } from '#app/ui/pages.tsx'
import panel from '#app/ui/panel.module.css'
import rows from '#app/ui/rows.module.css'
import { TextArea } from '#app/ui/text-field.tsx'
import styles from './billing.module.css'
import type { OwnBilling } from './billing.contracts.ts'
import type { loadItems } from './billing.server.ts'
import { ITEM_STATES } from './words.ts'

type Props = Awaited<ReturnType<typeof loadItems>> & {
	prices: OwnBilling['prices']
	/** The answer to the objection to one of them. */
	replyTo: (id: string) => FormReply | undefined
}
type Item = Props['items'][number]

/** Commissions, each with its proof and the way to object. */
export function CommissionPanel({ items, page, pages, prices, replyTo }: Props) {
	return (
		<Panel id="provision" title="Provisionen">
			<p className={panel.soft}>
				{prices.commission_percent} % vom ersten Besuch neuer Kund:innen, die über unsere Suche oder einen Suchauftrag
				kommen, höchstens {formatPrice(prices.commission_cap_cents)}, einmal je Mensch. Wer schon in Ihrer Kartei stand,
				kostet nichts.
			</p>
			{items.length > 0 ? (
				<ul className={rows.rows}>
					{items.map((item) => (
						<Row key={item.id} item={item} reply={replyTo(item.id)} />
					))}
				</ul>
			) : (
				<EmptyState
					icon="people"
					what="Noch keine Provision"
					how="Hier steht später jeder erste Besuch mit seinem Nachweis."
				/>
			)}
			<Pages
				page={page}
				pages={pages}
				hrefFor={(number) => `${adminPaths.billing({ seite: String(number) })}#provision`}
			/>
		</Panel>
	)
}

function Row({ item, reply }: { item: Item; reply?: FormReply }) {
	const { label, kind } = ITEM_STATES[item.state]
	return (
		<li>
			<div className={rows.head}>
				<strong>
					{item.name || 'Karte gelöscht'}, {dateText(item.day)}
				</strong>
				<span className={rows.amount}>{formatPrice(item.fee_cents)}</span>
			</div>
			<div className={rows.head}>
				<span>
					{item.percent} % von {formatPrice(item.base_cents)}
				</span>
				<Badge kind={kind}>{label}</Badge>
			</div>
			{item.objection ? <p className={panel.soft}>Ihr Einspruch: {item.objection}</p> : null}
			{item.decision ? <p className={panel.soft}>Antwort: {answerOf(item.decision)}</p> : null}
			<details className={styles.fold} open={reply !== undefined}>
				<summary>
					{item.objects ? 'Nachweis und Einspruch' : 'Nachweis'}
					<span className="visually-hidden">
						: {item.name}, {dateText(item.day)}
					</span>
				</summary>
				<Facts facts={item.proof} />
				{item.appointment_id ? (
					<p className={panel.line}>
						<Link to={adminPaths.appointment(item.appointment_id)}>Termin öffnen</Link>
					</p>
				) : null}
				{item.objects ? (
					<Form method="post" noValidate preventScrollReset>
						<FormMessage reply={reply} />
						<input type="hidden" name="intent" value="object" />
						<input type="hidden" name="id" value={item.id} />
						<TextArea
							{...fieldOf(reply, 'reason', '')}
							id={`reason-${item.id}`}
							label="Warum war es kein erster Besuch?"
							hint={`Bis ${dateText(item.until)}. Steht in Ihrer Kartei ein älterer Eintrag, entfällt die Provision sofort.`}
							rows={2}
							maxLength={1000}
						/>
						<p className={panel.line}>
							<Button kind="secondary">Einspruch einlegen</Button>
						</p>
					</Form>
				) : null}
			</details>
		</li>
	)
}

function answerOf(decision: string): string {
	if (decision === 'older_entry') return 'In Ihrer Kartei steht ein älterer Eintrag. Sie zahlen nichts.'
	return decision === 'reversed' ? 'Die Rechnung wurde storniert.' : decision
}
