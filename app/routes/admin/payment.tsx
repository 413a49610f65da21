import { Link } from 'react-router'
import { loadPayment } from '#app/features/payments/payments.queries.server.ts'
import { PaymentFacts } from '#app/features/payments/payment-facts.tsx'
import { PaymentHistory, Refunds } from '#app/features/payments/payment-history.tsx'
import { RefundForm } from '#app/features/payments/refund-form.tsx'
import { changePayment } from '#app/features/payments/refunds.server.ts'
import { StandBadge } from '#app/features/payments/stand-badge.tsx'
import { ToCheck } from '#app/features/payments/to-check.tsx'
import { kindName } from '#app/features/payments/words.ts'
import { requireManager } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { HOME_ZONE } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Panel, replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { TestBadge } from '#app/ui/test-badge.tsx'
import type { Route } from './+types/payment.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, location } = await requireManager(context, request)
	const payment = await loadPayment(client, params.id)
	return {
		payment,
		zone: payment.time_zone ?? HOME_ZONE,
		/** For the next refund, so that sending the form twice gives back once. */
		key: crypto.randomUUID(),
		elsewhere: payment.location_id === location?.id ? undefined : (payment.location_id ?? undefined),
	}
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client } = await requireManager(context, request)
	return changePayment(client, params.id, adminPaths.payment(params.id), await readForm(request))
}

/** One payment: what has come, what has gone back, and giving back more. */
export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { payment, zone, key, elsewhere } = loaderData
	const { kind, amount_cents, test, left_cents: left } = payment
	const title = `${kindName(kind)} über ${formatPrice(amount_cents)}`
	return (
		<>
			<title>{`${title} · Zeitplatz`}</title>
			<div className={styles.head}>
				<h1>{title}</h1>
				<Link to={adminPaths.payments()}>Alle Zahlungen</Link>
			</div>
			<div className={styles.stack}>
				<p className={styles.line}>
					<StandBadge payment={payment} />
					{test ? <TestBadge /> : null}
				</p>
				<SavedMessage refusal={actionData} />
				<ToCheck alerts={payment.alerts} reply={replyTo(actionData, 'checked')} />
				<Panel title="Überblick">
					<PaymentFacts {...{ payment, zone, elsewhere }} />
				</Panel>
				{payment.captured_cents > 0 ? (
					<Panel title="Erstatten">
						<Refunds refunds={payment.refunds} zone={zone} />
						<RefundForm {...{ left, test }} refundKey={key} reply={replyTo(actionData, 'refund')} />
					</Panel>
				) : null}
				<Panel title="Verlauf">
					<PaymentHistory {...{ payment, zone }} />
				</Panel>
			</div>
		</>
	)
}
