import { data, Form, Link } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { readId } from '#app/features/booking/choice.ts'
import { bookingCookies, readBookingSecret, readSecret } from '#app/features/booking/secret.server.ts'
import styles from '#app/features/booking/details.module.css'
import { CONFIRMING, KIND_PARAMS } from '#app/features/orders/kinds.ts'
import { draftCookies } from '#app/features/orders/secret.server.ts'
import { asWindows, windowWords } from '#app/features/orders/windows.ts'
import type { Request as Wish } from '#app/features/request/request.contracts.ts'
import { loadRequest } from '#app/features/request/request.server.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
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
	const wish = secret ? await loadRequest(sessionOf(context).client, id, secret) : null
	if (wish?.scope !== 'own') return data(null, { status: 404, headers: PRIVATE_PAGE })
	return data({ kind: wish.kind, waits: wish.state === 'draft', facts: factsOf(wish) }, { headers: PRIVATE_PAGE })
}

/** What is confirmed, in words. */
function factsOf({ kind, title, category, windows, place, radius_km, budget_cents, text, waiting }: Wish): string[][] {
	const around = `${place}, ${radius_km} km Umkreis`
	const facts = waiting
		? [
				['Betrieb', waiting.location.name],
				['Leistung', waiting.services.map(({ name }) => name).join(', ')],
				['Bei', waiting.employee ?? ''],
			]
		: [
				['Gesucht', kind === 'alert' ? (category?.name ?? '') : title],
				['Wo', around],
				['Höchstens', budget_cents ? formatPrice(budget_cents) : ''],
				['Nachricht', text],
			]
	const moved = waiting?.replaces
		? `${formatDate(waiting.replaces, waiting.location.time_zone)}, ${formatTime(waiting.replaces, waiting.location.time_zone)} Uhr`
		: ''
	return [...facts, ['Wann', windowWords(asWindows(windows))], ['Statt Ihres Termins', moved]].filter(
		([, value]) => value,
	)
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const id = readId(params.id)
	invariantResponse(id)
	const secret = readBookingSecret(request) ?? ''
	const { client } = sessionOf(context)
	const { error } = await client.rpc('confirm_search_order', { p_order: id, p_secret: secret })
	if (error) return data({ message: errorMessage(error) }, { status: 409, headers: PRIVATE_PAGE })
	const kind = (await loadRequest(client, id, secret))?.kind ?? 'order'
	const headers = new Headers()
	const cookies = [
		...bookingCookies(secret, paths.request(id)),
		...draftCookies(undefined, kind === 'order' ? undefined : [paths.thankYou()]),
	]
	for (const cookie of cookies) headers.append('set-cookie', cookie)
	return redirect(paths.thankYou({ id, art: KIND_PARAMS[kind] }), { status: 303, headers })
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** Behind the link of the mail: a button opens the order, place or alert, since opening the page must change nothing. */
export default function ConfirmOrder({ loaderData, actionData }: Route.ComponentProps) {
	const words = loaderData && CONFIRMING[loaderData.kind]
	const title = words?.title ?? 'Das können wir hier nicht zeigen.'
	return (
		<div className={styles.page}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>{title}</h1>
			<Failure message={actionData?.message} />
			{loaderData && words ? (
				<>
					<p className={styles.lead}>{loaderData.waits ? words.waits : words.done}</p>
					<dl className={styles.facts}>
						{loaderData.facts.map(([name, value]) => (
							<div key={name}>
								<dt>{name}</dt>
								<dd>{value}</dd>
							</div>
						))}
					</dl>
					<Form method="post" className={styles.actions}>
						<Button>{loaderData.waits ? words.button : words.further}</Button>
					</Form>
				</>
			) : (
				<p>
					Der Link gilt zwei Tage. Bitte öffnen Sie ihn aus unserer E-Mail, oder beginnen Sie neu:{' '}
					<Link to={paths.createOrder()}>Suchauftrag stellen</Link> oder{' '}
					<Link to={paths.listings()}>freie Termine suchen</Link>.
				</p>
			)}
		</div>
	)
}
