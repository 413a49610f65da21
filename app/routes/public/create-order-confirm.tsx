import { data, Form, Link } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { readId } from '#app/features/booking/choice.ts'
import { bookingCookies, readBookingSecret, readSecret } from '#app/features/booking/secret.server.ts'
import styles from '#app/features/booking/details.module.css'
import { loadDraft } from '#app/features/orders/orders.server.ts'
import { draftCookies } from '#app/features/orders/secret.server.ts'
import { windowWords } from '#app/features/orders/windows.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { formatPrice } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import type { Route } from './+types/create-order-confirm.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
	const id = readId(params.id)
	invariantResponse(id)
	if (url.searchParams.has('s')) {
		// The secret goes into a cookie at once, as for a booking.
		const secret = readSecret(url.searchParams.get('s'))
		const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
		if (secret)
			for (const cookie of bookingCookies(secret, paths.confirmOrder(id))) headers.append('set-cookie', cookie)
		throw redirect(paths.confirmOrder(id), { headers })
	}
	const secret = readBookingSecret(request)
	const order = await loadDraft(context, secret ? { id, secret } : undefined)
	if (!order) return data(null, { status: 404, headers: PRIVATE_PAGE })
	return data(
		{
			waits: order.state === 'draft',
			facts: [
				['Gesucht', order.title],
				['Wann', windowWords(order.windows)],
				['Wo', `${order.place_label}, ${order.radius_km} km Umkreis`],
				['Höchstens', order.budget_cents ? formatPrice(order.budget_cents) : ''],
				['Nachricht', order.text],
			].filter(([, value]) => value),
		},
		{ headers: PRIVATE_PAGE },
	)
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const id = readId(params.id)
	invariantResponse(id)
	const secret = readBookingSecret(request) ?? ''
	const { error } = await sessionOf(context).client.rpc('confirm_search_order', { p_order: id, p_secret: secret })
	if (error) return data({ message: errorMessage(error) }, { status: 409, headers: PRIVATE_PAGE })
	const headers = new Headers()
	const cookies = [...bookingCookies(secret, paths.request(id)), ...draftCookies(undefined)]
	for (const cookie of cookies) headers.append('set-cookie', cookie)
	return redirect(`${paths.thankYou()}?id=${id}`, { status: 303, headers })
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** Behind the link of the mail: a button opens the order, since opening the page must change nothing. */
export default function ConfirmOrder({ loaderData, actionData }: Route.ComponentProps) {
	const title = loaderData ? 'Suchauftrag bestätigen' : 'Diesen Suchauftrag können wir hier nicht zeigen.'
	return (
		<div className={styles.page}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>{title}</h1>
			<Failure message={actionData?.message} />
			{loaderData ? (
				<>
					<p className={styles.lead}>
						{loaderData.waits
							? 'Erst mit Ihrer Bestätigung sehen passende Betriebe Ihren Suchauftrag, ohne Name und Adresse.'
							: 'Dieser Suchauftrag ist schon bestätigt.'}
					</p>
					<dl className={styles.facts}>
						{loaderData.facts.map(([name, value]) => (
							<div key={name}>
								<dt>{name}</dt>
								<dd>{value}</dd>
							</div>
						))}
					</dl>
					<Form method="post" className={styles.actions}>
						<Button>{loaderData.waits ? 'Suchauftrag bestätigen' : 'Weiter zum Suchauftrag'}</Button>
					</Form>
				</>
			) : (
				<>
					<p>
						Der Link gilt zwei Tage. Bitte öffnen Sie ihn aus unserer E-Mail, oder{' '}
						<Link to={paths.createOrder()}>stellen Sie einen neuen Suchauftrag</Link>.
					</p>
				</>
			)}
		</div>
	)
}
