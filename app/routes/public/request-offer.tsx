import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { readId } from '#app/features/booking/choice.ts'
import styles from '#app/features/booking/details.module.css'
import { Review } from '#app/features/booking/review.tsx'
import { madeCookies } from '#app/features/booking/secret.server.ts'
import { AcceptForm } from '#app/features/request/accept-form.tsx'
import { accept, acceptanceOf } from '#app/features/request/accept.server.ts'
import { LockedRequest } from '#app/features/request/locked-request.tsx'
import { freeAfterwards, loadAsksFirst, loadTerms, openRequest } from '#app/features/request/request.server.ts'
import { offerViews } from '#app/features/request/view.ts'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { isTrapped } from '#app/lib/trap.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/request-offer.ts'

const positionOf = (url: URL): number => Number(/^[1-3]$/.exec(url.searchParams.get('start') ?? '1')?.[0] ?? 0)

export async function loader(args: Route.LoaderArgs) {
	const opened = await openRequest(args, args.params.id)
	if (!opened || opened.wish.scope !== 'own') return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { client, wish } = opened
	const now = new Date()
	const base = { id: wish.id, waits: wish.kind === 'waitlist' }
	const offer = wish.offers.find(({ id }) => id === readId(args.params.offer))
	const { terms, code } = offer ? await loadTerms(opened, offer.id, positionOf(args.url)) : { code: 'offer_closed' }
	if (terms) {
		const services = args.context.get(servicesContext)
		const byHand = base.waits && (await loadAsksFirst(serverClient(services), offer?.id ?? ''))
		return data(
			{ ...base, open: acceptanceOf(terms, now, services.siteUrl, byHand), gone: undefined },
			{ headers: PRIVATE_PAGE },
		)
	}
	const free = offer && code === 'offer_expired' ? await freeAfterwards(client, offer, now) : []
	const again =
		offer && offerViews(wish, 'fit', now, new Map([[offer.id, free]])).find(({ id }) => id === offer.id)?.again
	const gone = { message: errorMessage(code ?? 'offer_closed'), again: again ?? [] }
	return data({ ...base, open: undefined, gone }, { status: 409, headers: PRIVATE_PAGE })
}

export async function action(args: Route.ActionArgs) {
	const { request, context, params, url } = args
	const opened = await openRequest(args, params.id)
	const offer = readId(params.offer)
	if (!opened || !offer || opened.wish.scope !== 'own') return data(null, { status: 404 })
	const form = await readForm(request).catch(() => new FormData())
	if (!(await context.get(servicesContext).allow('booking', context.get(addressContext)))) {
		return data(
			{ code: 'rate_limited', message: errorMessage('rate_limited'), errors: {}, values: undefined, agreed: '' },
			{ status: 429 },
		)
	}
	// Programs that fill in every field get the answer of a person, and nothing happens.
	if (isTrapped(form)) return redirect(paths.request(opened.wish.id), { status: 303 })
	const done = await accept(opened, offer, positionOf(url), form)
	if (!('booked' in done)) return data(done, { status: done.code === 'contact_invalid' ? 400 : 409 })
	const headers = new Headers()
	const by = opened.secret ? { secret: opened.secret } : undefined
	for (const cookie of madeCookies(by, done.booked.id)) headers.append('set-cookie', cookie)
	// What has moved is known to its customer; its page says where it is now.
	if (opened.wish.waiting?.replaces)
		return redirect(`${paths.booking(done.booked.id)}?neu=verschoben`, { status: 303, headers })
	return redirect(paths.bookingSuccess(done.booked.id), { status: 303, headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

// Somebody else may have accepted: a refusal shows what holds now.
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
	return formMethod === 'POST' || defaultShouldRevalidate
}

/** The last step before an offer becomes an appointment. */
export default function RequestOffer({ loaderData, actionData }: Route.ComponentProps) {
	if (!loaderData) return <LockedRequest />
	const { id, waits, open, gone } = loaderData
	const back = (
		<p>
			<Link to={paths.request(id)}>{waits ? 'Zurück zu meinem Platz' : 'Zurück zu den Angeboten'}</Link>
		</p>
	)
	if (!open)
		return (
			<div className={styles.page}>
				<title>Angebot nicht mehr offen · Zeitplatz</title>
				<meta name="robots" content="noindex" />
				<h1>Dieses Angebot gilt nicht mehr</h1>
				<p className={styles.lead}>{gone.message}</p>
				{gone.again.length > 0 ? (
					<>
						<p>Die Zeit ist noch frei. Sie können sie wie jede andere buchen, zum Listenpreis:</p>
						<p className={styles.actions}>
							{gone.again.map(({ label, href }) => (
								<ButtonLink key={href} to={href} kind="secondary">
									{label}
								</ButtonLink>
							))}
						</p>
					</>
				) : null}
				{back}
			</div>
		)
	const { contact, review, demand, order, cents, key, business, until, text, replaces } = open
	const title = replaces
		? `Termin bei ${business} verschieben`
		: waits
			? `Zeit bei ${business} annehmen`
			: `Angebot von ${business} annehmen`
	return (
		<div className={styles.page}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			{back}
			<h1>{title}</h1>
			<Notice>
				<p>
					Die Zeit ist bis {until} für Sie reserviert.{' '}
					{replaces
						? `Ihr Termin am ${replaces} zieht hierher um; seine alte Zeit wird frei. Der Preis Ihrer Buchung bleibt.`
						: waits
							? 'Mit der Buchung endet Ihr Platz auf der Warteliste.'
							: 'Mit der Buchung werden die anderen Angebote frei.'}
				</p>
			</Notice>
			{text ? <p className={styles.lead}>„{text}“</p> : null}
			<AcceptForm
				values={actionData?.values ?? { ...contact, note: '' }}
				email={contact.email}
				cents={cents}
				orderKey={key}
				demand={demand}
				agreed={actionData?.agreed ?? ''}
				errors={actionData?.errors ?? {}}
				message={actionData?.message}
				answer={actionData ?? undefined}
				order={order}
				moves={replaces !== undefined}
				business={review.legalName}
			>
				<Review {...review} />
			</AcceptForm>
		</div>
	)
}
