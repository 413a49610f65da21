import { data, Link } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { ContactForm } from '#app/features/orders/contact-form.tsx'
import { MatchList } from '#app/features/orders/match-list.tsx'
import { Reach } from '#app/features/orders/order-aside.tsx'
import { contactSchema } from '#app/features/orders/order.form.ts'
import styles from '#app/features/orders/order-steps.module.css'
import { loadDraft, loadMatches } from '#app/features/orders/orders.server.ts'
import { Photos } from '#app/features/orders/photos.tsx'
import { changePhotos, loadPhotos } from '#app/features/orders/photos.server.ts'
import { matchesView } from '#app/features/orders/matches-view.ts'
import { draftCookies, readDraftKey } from '#app/features/orders/secret.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { isHasty, isTrapped } from '#app/lib/trap.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/create-order-matches.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const key = readDraftKey(request)
	const draft = await loadDraft(context, key)
	if (draft?.state !== 'draft') throw redirect(draft ? paths.thankYou() : paths.createOrder())
	const matches = await loadMatches(context, draft)
	if (!matches) throw redirect(paths.createOrder())
	const { user } = sessionOf(context)
	const contact = { ...draft.contact, email: draft.contact.email || (user?.email ?? '') }
	const now = new Date()
	const photos = await loadPhotos(context, draft.id, key?.secret)
	return data({ ...matchesView(draft, matches, now), contact, photos, since: now.getTime() }, { headers: PRIVATE_PAGE })
}

export async function action({ context, request }: Route.ActionArgs) {
	const key = readDraftKey(request)
	if (!key) return redirect(paths.createOrder(), { status: 303 })
	const form = await readForm(request)
	if (textOf(form, 'intent').startsWith('foto')) {
		const wrong = await changePhotos(context, key, form)
		if (wrong) return data({ wrong }, { status: 422, headers: PRIVATE_PAGE })
		return redirect(`${paths.orderMatches()}#fotos`, { status: 303 })
	}
	const submission = parseForm(form, { schema: contactSchema })
	const refuse = (reply: Parameters<typeof submission.reply>[0], status: number) =>
		data({ reply: submission.reply(reply) }, { status, headers: PRIVATE_PAGE })
	if (submission.status !== 'success') return refuse({}, 400)
	const { name, email, einwilligung } = submission.value
	// Programs that fill in every field get the answer of a person, and nothing happens.
	if (isTrapped(form)) return redirect(paths.thankYou(), { status: 303 })
	const { client, user } = sessionOf(context)
	// Whoever is signed in has nothing left to type.
	if (!user && isHasty(form, new Date())) return refuse({ formErrors: [errorMessage('too_fast')] }, 422)
	const args = { p_order: key.id, p_secret: key.secret, p_contact: { name, email }, p_consent: einwilligung }
	const { data: state, error } = await client.rpc('submit_search_order', args)
	if (error) {
		const code = errorCode(error)
		const message = [errorMessage(error)]
		if (code.startsWith('email_')) return refuse({ fieldErrors: { email: message } }, 422)
		if (code.startsWith('name_')) return refuse({ fieldErrors: { name: message } }, 422)
		if (code === 'consent_missing') return refuse({ fieldErrors: { einwilligung: message } }, 422)
		if (!/^(too_|order_|window_)/.test(code))
			context.get(servicesContext).report(new Error(`submit_search_order: ${code}`, { cause: error }))
		return refuse({ formErrors: message }, code === 'too_often' ? 429 : 409)
	}
	const headers = new Headers()
	// Open at once: from now on it is the account that opens it.
	if (state === 'open') for (const cookie of draftCookies(undefined)) headers.append('set-cookie', cookie)
	const done = state === 'open' ? `${paths.thankYou()}?id=${key.id}` : paths.thankYou()
	return redirect(done, { status: 303, headers })
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** Who is free anyway, to book at once; below it the order can still be sent off. */
export default function CreateOrderMatches({ loaderData, actionData }: Route.ComponentProps) {
	const { title, matches, reach, contact, until, since, photos } = loaderData
	const reply = actionData && 'reply' in actionData ? actionData.reply : undefined
	return (
		<div className={styles.page}>
			<title>Suchauftrag erstellen</title>
			<meta name="robots" content="noindex" />
			<h1>{title}</h1>
			<p className={styles.lead}>
				{matches.length
					? 'Ohne zu warten: Diese Zeiten passen zu Ihren Wünschen.'
					: 'Zu Ihren Zeiten ist nichts online frei. Stellen Sie den Suchauftrag: Betriebe können auch Zeiten anbieten, die hier nicht stehen.'}{' '}
				<Link to={paths.createOrder()}>Angaben ändern</Link>
			</p>
			<div className={styles.columns}>
				<div className={styles.form}>
					<MatchList matches={matches} />
					<Photos photos={photos} wrong={actionData && 'wrong' in actionData ? actionData.wrong : undefined} />
					<section aria-labelledby="abschicken" className={styles.step}>
						<h2 id="abschicken">{matches.length ? 'Trotzdem Suchauftrag stellen' : 'Suchauftrag stellen'}</h2>
						<p className={styles.soft}>Wohin mit den Antworten?</p>
						<ContactForm reply={reply} {...{ contact, until, since }} secret={reach.secret} />
					</section>
				</div>
				<Reach {...reach} />
			</div>
		</div>
	)
}
