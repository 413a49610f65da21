import { data, Link } from 'react-router'
import { OPEN } from '#app/features/appointments/states.ts'
import { isMovable } from '#app/features/booking/booking.ts'
import { loadHistory } from '#app/features/booking/booking.queries.server.ts'
import { Details } from '#app/features/booking/details.tsx'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { feeOf } from '#app/features/booking/payment.ts'
import { ProposalNotice } from '#app/features/booking/proposal-notice.tsx'
import { proposalOf } from '#app/features/booking/proposal.ts'
import { bookingCookies } from '#app/features/booking/secret.server.ts'
import { Share } from '#app/features/booking/share.tsx'
import { shareBooking, unshareBooking } from '#app/features/booking/shared.server.ts'
import { Ticket } from '#app/features/booking/ticket.tsx'
import { detailsOf, historyOf, isReviewable, rebookPath, stateOf, tileOf } from '#app/features/booking/view.ts'
import { loadWaitlistMode } from '#app/features/orders/wait.queries.server.ts'
import { loadBookingThread, writeToBusiness } from '#app/features/threads/threads.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { isByPerson } from '#app/lib/by-person.ts'
import { redirect } from '#app/lib/redirect.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { ButtonLink, lookOf } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Thread } from '#app/ui/thread.tsx'
import type { Route } from './+types/booking.ts'

export async function loader(args: Route.LoaderArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { client, booking, secret } = opened
	const movable = booking.can_reschedule && isMovable(booking)
	const [events, thread, waitlist] = await Promise.all([
		loadHistory(serverClient(args.context.get(servicesContext)), booking.id),
		loadBookingThread(client, booking, secret, isByPerson(args.request)),
		movable ? loadWaitlistMode(client, booking.location.id) : 'off',
	])
	const headers = new Headers(PRIVATE_PAGE)
	const reviewable = isReviewable(booking, new Date())
	// The page of the review gets the key, too, so that the link to it works.
	for (const cookie of reviewable && secret ? bookingCookies(secret, paths.review(booking.id)) : [])
		headers.append('set-cookie', cookie)
	return data(
		{
			id: booking.id,
			reviewable,
			state: stateOf(booking),
			live: OPEN.includes(booking.state),
			coming: Date.parse(booking.starts_at) > Date.now(),
			tile: tileOf(booking),
			details: detailsOf(booking, new Date()),
			canCancel: booking.can_cancel,
			fee: feeOf(booking.payment),
			canMove: booking.can_reschedule,
			canWait: waitlist !== 'off',
			withdrawal: booking.withdrawal && !booking.withdrawn_at,
			rebook: rebookPath(booking),
			toPay: booking.state === 'awaiting_payment',
			proposal: booking.proposal ? proposalOf(booking.proposal, booking, new Date()) : undefined,
			history: historyOf(events, booking.location.time_zone),
			thread,
			shared: booking.shared,
			done: args.url.searchParams.get('neu') ?? undefined,
			demo: isDemoAddress(sessionOf(args.context).user?.email ?? ''),
		},
		{ headers },
	)
}

export async function action(args: Route.ActionArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data({ message: errorMessage('appointment_not_found'), typed: '' }, { status: 404 })
	const form = await readForm(args.request).catch(() => new FormData())
	const { client, booking, secret } = opened
	const intent = textOf(form, 'intent')
	if (intent === 'share') {
		const { siteUrl } = args.context.get(servicesContext)
		const made = await shareBooking(client, booking.id, secret, siteUrl)
		return 'link' in made ? data(made, { headers: PRIVATE_PAGE }) : data(made, { status: 409 })
	}
	if (intent === 'unshare') {
		const message = await unshareBooking(client, booking.id, secret)
		if (message) return data({ message, typed: '' }, { status: 409 })
		return redirect(`${paths.booking(booking.id)}?neu=zurueckgenommen`, { status: 303 })
	}
	const refused =
		intent === 'write'
			? await writeToBusiness(client, booking.id, secret, form)
			: { message: errorMessage('body_invalid'), typed: '' }
	if (refused) return data(refused, { status: 400 })
	return redirect(`${paths.booking(booking.id)}?neu=geschrieben#nachrichten`, { status: 303 })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

/** What was done last, and whether a mail says so as well. */
const DONE: Record<string, { words: string; mail?: string }> = {
	verschoben: { words: 'Ihr Termin ist verschoben.', mail: 'Die neue Zeit' },
	abgesagt: { words: 'Ihr Termin ist abgesagt.', mail: 'Eine Bestätigung' },
	angenommen: { words: 'Danke, Ihr neuer Termin ist fest gebucht.', mail: 'Die Bestätigung' },
	abgelehnt: { words: 'Danke für Ihre Antwort. Der Betrieb meldet sich bei Ihnen, um eine andere Zeit zu finden.' },
	geschrieben: { words: 'Ihre Nachricht ist gesendet. Der Betrieb bekommt dazu eine E-Mail.' },
	zurueckgenommen: { words: 'Der geteilte Link zeigt Ihren Termin nicht mehr.' },
	widerrufen: { words: 'Ihr Widerruf ist eingegangen.', mail: 'Die Eingangsbestätigung' },
}

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
	if (!loaderData) return <LockedBooking />
	const {
		id,
		reviewable,
		state,
		live,
		coming,
		tile,
		details,
		canCancel,
		fee,
		canMove,
		canWait,
		withdrawal,
		rebook,
		toPay,
		proposal,
		history,
		thread,
		shared,
		done,
		demo,
	} = loaderData
	const path = paths.booking(id)
	const news = done ? DONE[done] : undefined
	return (
		<div className={`${styles.page} ${styles.middle}`}>
			<title>{`Ihr Termin bei ${details.business} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>Ihr Termin bei {details.business}</h1>
			{news ? (
				<Notice kind="success" role="status">
					<p>
						{news.words} {news.mail ? <Told what={news.mail} demo={demo} /> : null}
					</p>
				</Notice>
			) : null}
			<p>
				<strong className={`${styles.state} ${styles[state.tone]}`}>{state.name}</strong>
			</p>
			<p className={styles.lead}>{state.meaning}</p>
			{proposal ? <ProposalNotice {...proposal} href={paths.bookingStep(id, 'vorschlag')} /> : null}
			<Ticket tile={tile}>
				<Details {...details} dated />
			</Ticket>
			<p className={styles.actions}>
				{toPay ? <ButtonLink to={paths.bookingPayment(id)}>Zur Zahlung</ButtonLink> : null}
				{canMove ? <ButtonLink to={`${path}/umbuchen`}>Termin verschieben</ButtonLink> : null}
				{canCancel || fee ? (
					<ButtonLink to={`${path}/absagen`} kind="danger">
						Termin absagen
					</ButtonLink>
				) : null}
				{live ? (
					<a href={`${path}/termin.ics`} className={lookOf({ kind: 'secondary' })}>
						In den Kalender eintragen
					</a>
				) : null}
				{reviewable ? <ButtonLink to={paths.review(id)}>Bewerten</ButtonLink> : null}
				{!live && !toPay && rebook ? (
					<ButtonLink to={rebook} kind={reviewable ? 'secondary' : 'primary'}>
						Noch einmal buchen
					</ButtonLink>
				) : null}
			</p>
			{canWait ? (
				<p className={styles.lead}>
					Früher kommen?{' '}
					<Link to={paths.bookingStep(id, 'frueher')} className={styles.link}>
						Auf die Warteliste für eine frühere Zeit
					</Link>
				</p>
			) : null}
			{live && coming && fee ? (
				<Notice kind="warning" title={`Die Absage kostet jetzt ${fee.fee}.`}>
					<p>
						Die Frist für eine kostenlose Absage ist vorbei; verschieben lässt sich der Termin online nicht mehr.{' '}
						{fee.back ? `Sagen Sie ab, bekommen Sie ${fee.back} zurück.` : ''}
					</p>
				</Notice>
			) : null}
			{live && coming && !canCancel && !fee ? (
				<Notice kind="warning" title="Online lässt sich dieser Termin nicht mehr ändern.">
					<p>
						Die Frist dafür ist abgelaufen.{' '}
						{details.phone ? `Bitte rufen Sie an: ${details.phone}.` : 'Bitte wenden Sie sich an den Betrieb.'}
					</p>
				</Notice>
			) : null}
			{thread.open || thread.messages.length > 0 ? (
				<section aria-labelledby="nachrichten">
					<h2 id="nachrichten">Nachrichten</h2>
					<Thread
						{...thread}
						label={`Ihre Nachricht an ${details.business}`}
						closed={
							thread.messages.at(-1)?.mine
								? 'Bitte warten Sie auf eine Antwort, bevor Sie wieder schreiben.'
								: 'Zu diesem Termin lässt sich nichts mehr schreiben.'
						}
						refused={
							actionData?.message === undefined ? null : { message: actionData.message, typed: actionData.typed ?? '' }
						}
					/>
				</section>
			) : null}
			{(live && coming) || shared ? (
				<Share
					link={actionData && 'link' in actionData ? actionData.link : undefined}
					shared={shared}
					business={details.business}
					when={`${details.date}, ${details.times}`}
				/>
			) : null}
			<section aria-labelledby="history">
				<h2 id="history">Verlauf</h2>
				<ol className={styles.history}>
					{history.map((event) => (
						<li key={event.id}>
							{event.text}
							{event.reason ? <span className={styles.soft}>Grund: {event.reason}</span> : null}
							<span className={styles.soft}>{event.at}</span>
						</li>
					))}
				</ol>
			</section>
			<p className={styles.lead}>
				<Link to={paths.ownDataRequest()} className={styles.link}>
					Meine Daten ansehen oder löschen lassen
				</Link>
			</p>
			{withdrawal ? (
				<p className={styles.lead}>
					<Link to={`${path}/widerrufen`} className={styles.link}>
						Vertrag widerrufen
					</Link>
				</p>
			) : null}
		</div>
	)
}

/** Where the mail about it is. */
function Told({ what, demo }: { what: string; demo: boolean }) {
	return demo ? (
		<>
			{what} liegt im <Link to={adminPaths.demoInbox()}>Posteingang der Demo</Link>.
		</>
	) : (
		`${what} haben wir Ihnen per E-Mail geschickt.`
	)
}
