import { Link } from 'react-router'
import { changeBilling, loadBills, loadItems, loadOwnBilling } from '#app/features/billing/billing.server.ts'
import { BillsPanel } from '#app/features/billing/bills-panel.tsx'
import { CommissionPanel } from '#app/features/billing/commission-panel.tsx'
import { NextPanel } from '#app/features/billing/next-panel.tsx'
import { PlanPanel } from '#app/features/billing/plan-panel.tsx'
import { GAPS } from '#app/features/billing/words.ts'
import { readPage } from '#app/features/operator/page.ts'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/billing.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company } = await requireOwner(context, request)
	const [billing, items, bills] = await Promise.all([
		loadOwnBilling(client, company.id),
		loadItems(client, company.id, readPage(url)),
		loadBills(client, company.id),
	])
	return { billing, items, bills }
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { client, company } = await requireOwner(context, request)
	const page = readPage(url)
	const back = adminPaths.billing({ seite: page > 1 ? String(page) : undefined })
	return changeBilling(client, company.id, await readForm(request), back)
}

/** Reloads after a refusal too, because the state may have changed meanwhile. */
export const shouldRevalidate = () => true

/** What the business pays the platform; for owners. */
export default function BillingPage({ loaderData, actionData }: Route.ComponentProps) {
	const { billing, items, bills } = loaderData
	return (
		<>
			<title>Abrechnung · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Abrechnung</h1>
				<Link to={adminPaths.taxData()}>Steuerdaten</Link>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				{billing.paused ? (
					<Notice kind="danger" title="Ihre Standorte sind nicht zu finden">
						<p>
							Eine Rechnung ist seit mehr als sechs Wochen offen. Gebuchte Termine finden statt; sobald die Zahlung da
							ist, sind Sie wieder online.
						</p>
					</Notice>
				) : null}
				{billing.gaps.length > 0 && billing.billed_from ? <Gaps gaps={billing.gaps} waits={billing.waits} /> : null}
				<PlanPanel billing={billing} reply={replyTo(actionData, 'book')} />
				<NextPanel billing={billing} />
				<BillsPanel bills={bills} />
				<CommissionPanel {...items} prices={billing.prices} replyTo={(id) => replyTo(actionData, `object${id}`)} />
			</div>
		</>
	)
}

type GapsProps = { gaps: (keyof typeof GAPS)[]; waits: boolean }

function Gaps({ gaps, waits }: GapsProps) {
	const inCompany = gaps.filter((gap) => gap !== 'tax_data')
	return (
		<Notice
			kind={waits ? 'warning' : 'info'}
			title={waits ? 'Ihre Rechnung wartet auf Angaben' : 'Für Rechnungen fehlen Angaben'}
		>
			{inCompany.length > 0 ? (
				<p>
					Unter <Link to={adminPaths.company()}>Unternehmen und Impressum</Link>:{' '}
					{inCompany.map((gap) => GAPS[gap]).join(', ')}.
				</p>
			) : null}
			{gaps.includes('tax_data') ? (
				<p>
					Unter <Link to={adminPaths.taxData()}>Steuerdaten</Link>: wer das Unternehmen betreibt.
				</p>
			) : null}
		</Notice>
	)
}
