import { data, Form } from 'react-router'
import styles from '#app/features/booking/details.module.css'
import { actOnTestPayment, loadTestPayment } from '#app/features/payments/test-provider.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { formatPrice } from '#app/lib/money.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect, redirectDocument } from '#app/lib/redirect.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/test-payment.ts'

// The page of the provider that only pretends. Its address is the key to it, as at others.
const HEADERS = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

export async function loader({ context, params }: Route.LoaderArgs) {
	const payment = await loadTestPayment(serverClient(context.get(servicesContext)), params.ref)
	invariantResponse(payment)
	const { state, business, description, amount_cents: cents, appointment_id: booking } = payment
	// Nothing is left to decide here.
	if (state !== 'open' && state !== 'asking' && booking) throw redirectDocument(paths.bookingPayment(booking))
	return data({ state, business, description, amount: formatPrice(cents) }, { headers: HEADERS })
}

export async function action({ context, params, request }: Route.ActionArgs) {
	const form = await readForm(request).catch(() => new FormData())
	const client = serverClient(context.get(servicesContext))
	const payment = await actOnTestPayment(client, params.ref, textOf(form, 'intent'))
	invariantResponse(payment)
	const { state, appointment_id: booking } = payment
	if (state === 'open' || state === 'asking' || !booking)
		return redirect(paths.testPayment(params.ref), { status: 303 })
	return redirectDocument(paths.bookingPayment(booking), { status: 303 })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

export default function TestPayment({ loaderData }: Route.ComponentProps) {
	const { state, business, description, amount } = loaderData
	return (
		<div className={styles.page}>
			<title>Testzahlung · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<h1>Testzahlung</h1>
			<Notice kind="info">
				<p>Diese Seite tut nur so, als ob. Es fließt kein Geld, und es werden keine Kartendaten gefragt.</p>
			</Notice>
			<dl className={styles.facts}>
				<div>
					<dt>An</dt>
					<dd>{business}</dd>
				</div>
				<div>
					<dt>Wofür</dt>
					<dd>{description}</dd>
				</div>
				<div>
					<dt>Betrag</dt>
					<dd className={styles.price}>{amount}</dd>
				</div>
			</dl>
			<Form method="post" className={styles.form}>
				{state === 'asking' ? (
					<>
						<h2>Ihre Bank bittet um Freigabe</h2>
						<p className={styles.actions}>
							<Button name="intent" value="approve">
								Freigeben
							</Button>
							<Button name="intent" value="decline" kind="danger">
								Ablehnen
							</Button>
						</p>
					</>
				) : (
					<p className={styles.actions}>
						<Button name="intent" value="pay">
							Bezahlen
						</Button>
						<Button name="intent" value="decline" kind="danger">
							Ablehnen
						</Button>
						<Button name="intent" value="ask" kind="secondary">
							Freigabe nötig
						</Button>
						<Button name="intent" value="later" kind="secondary">
							Später melden
						</Button>
					</p>
				)}
			</Form>
		</div>
	)
}
