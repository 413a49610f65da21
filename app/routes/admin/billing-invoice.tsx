import { Link } from 'react-router'
import { loadBill } from '#app/features/billing/billing.server.ts'
import styles from '#app/features/billing/billing.module.css'
import { Sums } from '#app/features/billing/sums.tsx'
import { KIND_NOTES } from '#app/features/billing/words.ts'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { CopyField } from '#app/ui/copy-field.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { QrCode } from '#app/ui/qr-code.tsx'
import type { Route } from './+types/billing-invoice.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, company } = await requireOwner(context, request)
	return loadBill(client, company.id, params.id)
}

/** One invoice of the platform, and how to pay it. */
export default function BillPage({ loaderData: bill }: Route.ComponentProps) {
	const { buyer, pay } = bill
	const storno = bill.type === 384
	return (
		<>
			<title>{`${bill.number} · Zeitplatz`}</title>
			<div className={panel.head}>
				<h1>
					{storno ? 'Stornorechnung' : 'Rechnung'} {bill.number}
				</h1>
				<Link to={adminPaths.billing()}>Abrechnung</Link>
			</div>
			<div className={panel.stack}>
				<Panel title="Angaben">
					<p>
						<Badge kind={bill.badge}>{bill.label}</Badge>
					</p>
					<Facts
						facts={[
							['An', `${buyer.name}, ${buyer.street}, ${buyer.postal_code} ${buyer.city}`],
							['Vom', dateText(bill.issued_on)],
							['Leistung', `${dateText(bill.period_from)} bis ${dateText(bill.period_to)}`],
							['Fällig', storno ? '' : dateText(bill.due_on)],
							['Bezahlt', bill.paid_at ? formatDate(bill.paid_at, HOME_ZONE) : ''],
							['Storno von', bill.reversed],
							['Grund', bill.reason],
						]}
					/>
					{bill.written ? (
						<p className={panel.line}>
							<ButtonLink to={adminPaths.billFile(bill.id, 'pdf')} kind="secondary" reloadDocument>
								Als PDF laden
							</ButtonLink>
							<ButtonLink to={adminPaths.billFile(bill.id, 'xml')} kind="plain" reloadDocument>
								XML (ZUGFeRD)
							</ButtonLink>
						</p>
					) : (
						<p className={panel.soft}>Die Datei entsteht innerhalb einer Stunde.</p>
					)}
				</Panel>
				<Panel title="Posten">
					<Sums
						label="Posten"
						lines={bill.lines.map(({ text, net_cents }) => [text, net_cents])}
						sums={[
							['Summe netto', bill.net_cents],
							...(bill.kind === 'standard'
								? bill.vat.map(({ percent, vat_cents }): [string, number] => [`Umsatzsteuer ${percent} %`, vat_cents])
								: []),
							...(bill.credit_cents === 0 ? [] : [['Belohnung als Partner', -bill.credit_cents] as [string, number]]),
							...(bill.paid_cents === 0 ? [] : [['Bezahlt', -bill.paid_cents] as [string, number]]),
						]}
						total={[storno ? 'Summe' : 'Zu zahlen', bill.due_cents - bill.paid_cents]}
					/>
					{KIND_NOTES[bill.kind] ? <p className={panel.soft}>{KIND_NOTES[bill.kind]}</p> : null}
				</Panel>
				{pay ? (
					<Panel title="Überweisen">
						<div className={styles.pay}>
							<div>
								<p>
									Bitte überweisen Sie <strong>{formatPrice(pay.cents)}</strong> an {pay.name}, oder scannen Sie den
									GiroCode mit Ihrer Banking-App.
								</p>
								<CopyField label="IBAN" text={pay.iban} />
								<CopyField label="Verwendungszweck" text={bill.number} />
							</div>
							<QrCode src={pay.qr} alt={`GiroCode für ${bill.number}`} size={180} file={`${bill.number}.svg`} />
						</div>
					</Panel>
				) : null}
			</div>
		</>
	)
}
