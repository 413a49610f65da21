import { Link } from 'react-router'
import styles from '#app/features/operator/frame.module.css'
import { MoneyInvoices } from '#app/features/operator/money-invoices.tsx'
import { Alerts, Objections, Revenue, Transfers, Waiting } from '#app/features/operator/money-panels.tsx'
import type { Refused } from '#app/features/operator/decide-form.tsx'
import { type Imported, moneyContract, operatorInvoicesContract } from '#app/features/operator/money.contracts.ts'
import { changeMoney } from '#app/features/operator/money.server.ts'
import { SELLER_FIELDS } from '#app/features/operator/money-words.ts'
import { readAsOperator, requireOperator } from '#app/features/operator/operator.server.ts'
import { readPage } from '#app/features/operator/page.ts'
import { StepPages } from '#app/features/operator/step-pages.tsx'
import { dateText } from '#app/lib/calendar-date.ts'
import { formatPrice } from '#app/lib/money.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/money.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const { role } = await requireOperator(context)
	const page = readPage(url)
	const open = url.searchParams.get('zeige') !== 'alle'
	const [money, invoices] = await Promise.all([
		readAsOperator(context, 'operator_money', moneyContract, {}),
		readAsOperator(context, 'operator_invoices', operatorInvoicesContract, { p_open: open, p_page: page }),
	])
	return { money, invoices, page, open, decides: role === 'admin', judges: role !== 'support' }
}

export async function action({ context, request }: Route.ActionArgs) {
	await requireOperator(context)
	return changeMoney(context, await readForm(request))
}

/** The platform's money: open invoices, what arrived at the bank, objections, and what differs. */
export default function MoneyPage({ loaderData, actionData }: Route.ComponentProps) {
	const { money, invoices, page, open, decides, judges } = loaderData
	const place = useAnswerFocus<HTMLDivElement>(actionData)
	const answer: (Refused & { imported?: Imported }) | undefined = actionData
	const gaps = [...new Set(money.seller_gaps.map((field) => SELLER_FIELDS[field] ?? field))]
	return (
		<div ref={place}>
			<title>Geld · Zeitplatz</title>
			<h1>Geld</h1>
			{money.billed_from ? null : (
				<Notice title="Es wird noch nichts abgerechnet">
					<p>
						Die Einstellung BILLING_FROM nennt den ersten Monat.
						{gaps.length > 0 ? ` Vorher fehlen noch: ${gaps.join(', ')}.` : ''}
					</p>
				</Notice>
			)}
			<Stats>
				<Stat name="Rechnungen offen" value={String(money.open.count)} />
				<Stat name="zusammen" value={formatPrice(money.open.cents)} />
				<Stat name="überfällig" value={String(money.open.late)} />
				<Stat name="Auffälligkeiten" value={String(money.alerts.length)} />
			</Stats>
			<p className={styles.links}>
				{open ? (
					<Link to={operatorPaths.money({ zeige: 'alle' })}>Alle Rechnungen</Link>
				) : (
					<Link to={operatorPaths.money()}>Nur offene Rechnungen</Link>
				)}
				<Link to={operatorPaths.taxReport()}>Meldung nach PStTG</Link>
				{money.billed_from ? <span>Abgerechnet wird seit {dateText(money.billed_from)}.</span> : null}
			</p>
			<div className={panel.stack}>
				<Alerts alerts={money.alerts} decides={decides} answer={actionData} />
				<MoneyInvoices rows={invoices.rows} open={open} decides={decides} answer={actionData} />
				<StepPages
					page={page}
					more={invoices.more}
					hrefFor={(number) => operatorPaths.money({ zeige: open ? undefined : 'alle', seite: String(number) })}
				/>
				<Transfers transfers={money.transfers} decides={decides} answer={actionData} imported={answer?.imported} />
				<Objections objections={money.objections} judges={judges} answer={actionData} />
				<Waiting missing={money.missing} teams={money.teams} />
				<Revenue money={money} />
			</div>
		</div>
	)
}
