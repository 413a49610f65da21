import { data, Form, Link } from 'react-router'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import frame from '#app/features/booking/details.module.css'
import { type Typed, typedOf } from '#app/features/reviews/answers.ts'
import { ReviewForm } from '#app/features/reviews/review-form.tsx'
import type { ReviewPage } from '#app/features/reviews/reviews.contracts.ts'
import {
	addToReview,
	deleteReview,
	loadReview,
	readReviewForm,
	saveReview,
} from '#app/features/reviews/reviews.server.ts'
import { Written } from '#app/features/reviews/written.tsx'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import type { Route } from './+types/review.ts'

export async function loader(args: Route.LoaderArgs) {
	const opened = await openBooking(args, args.params.id, paths.review)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { client, booking, secret } = opened
	const page = await loadReview(client, booking.id, secret)
	const done = args.url.searchParams.get('neu') ?? ''
	const date = formatLongDate(page.starts_at, page.time_zone)
	// Sentences are put together here: the browser does not load those of all errors for this page.
	return data({ ...page, id: booking.id, date, done, closed: closedWords(page.step) }, { headers: PRIVATE_PAGE })
}

/** Why no review can be written, changed or added to; empty while one can be. */
function closedWords(step: ReviewPage['step']): string {
	if (step === 'write' || step === 'edit' || step === 'add') return ''
	return step === 'review_closed' ? 'Bewerten können Sie einen Termin 180 Tage lang.' : errorMessage(step)
}

const STATUS = new Map([
	['appointment_not_found', 404],
	['rating_invalid', 422],
	['text_too_long', 422],
	['text_missing', 422],
])
const NEWS = { save: 'gespeichert', add: 'ergaenzt', delete: 'geloescht' }

export async function action(args: Route.ActionArgs) {
	const { request, context, params } = args
	const form = await readForm(request).catch(() => new FormData())
	const typed = readReviewForm(form)
	const wish = textOf(form, 'intent')
	const intent = wish === 'add' || wish === 'delete' ? wish : 'save'
	const refuse = (code: string, status: number) =>
		data({ code, message: errorMessage(code), typed, intent }, { status, headers: PRIVATE_PAGE })
	const opened = await openBooking(args, params.id, paths.review)
	if (!opened) return refuse('appointment_not_found', 404)
	if (!(await context.get(servicesContext).allow('booking', context.get(addressContext))))
		return refuse('rate_limited', 429)
	const target = { client: opened.client, appointment: opened.booking.id, secret: opened.secret }
	const { code } =
		intent === 'delete'
			? await deleteReview(target)
			: intent === 'add'
				? await addToReview(target, typed)
				: await saveReview(target, typed)
	if (code) return refuse(code, STATUS.get(code) ?? 409)
	return redirect(`${paths.review(opened.booking.id)}?neu=${NEWS[intent]}`, { status: 303 })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

const DONE = new Map([
	[NEWS.save, 'Danke, Ihre Bewertung ist veröffentlicht.'],
	[NEWS.add, 'Danke, Ihr Nachtrag ist veröffentlicht.'],
	[NEWS.delete, 'Ihre Bewertung ist gelöscht.'],
])
const AT_FIELD = ['rating_invalid', 'text_too_long', 'text_missing']

/** The review of one's own appointment: writing, changing, adding to and deleting it. */
export default function Review({ loaderData, actionData }: Route.ComponentProps) {
	if (!loaderData) return <LockedBooking />
	const { id, step, business, location, services, date, author, review, time_zone: zone, done, closed } = loaderData
	const { code, message, typed, intent } = actionData ?? {
		code: undefined,
		message: undefined,
		typed: undefined,
		intent: '',
	}
	const held = review?.state === 'held_back'
	return (
		<div className={frame.page}>
			<title>{`${business} bewerten · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>{review ? `Ihre Bewertung von ${business}` : `Wie war es bei ${business}?`}</h1>
			<p className={frame.lead}>
				{services.join(', ')} am {date}
			</p>
			{DONE.has(done) && !code ? (
				<Notice kind="success" role="status">
					<p>{held && done === NEWS.save ? 'Danke für Ihre Bewertung.' : DONE.get(done)}</p>
				</Notice>
			) : null}
			{code && !AT_FIELD.includes(code) ? <Notice kind="danger" role="alert" title={message} /> : null}
			{held ? (
				<Notice title="Ihre Bewertung wird geprüft.">
					<p>Das dauert höchstens zwei Tage. Bis dahin sehen nur Sie sie.</p>
				</Notice>
			) : null}
			{review?.state === 'removed' ? (
				<Notice kind="warning" title="Diese Bewertung ist nicht mehr veröffentlicht." />
			) : null}
			{review && step !== 'edit' ? <Written {...{ review, business, zone }} /> : null}
			{step === 'write' || step === 'edit' ? (
				<ReviewForm
					key={review?.version ?? 0}
					values={valuesOf(intent === 'delete' ? undefined : typed, typedOf(review), code)}
					refused={code && intent !== 'delete' ? { code, message } : undefined}
					author={author}
					known={review !== null}
				/>
			) : null}
			{review && step === 'edit' && review.reply ? (
				<p className={frame.lead}>{business} hat geantwortet. Ändern Sie Sterne oder Worte, entfällt diese Antwort.</p>
			) : null}
			{review && step === 'add' ? (
				<Form method="post" noValidate>
					<input type="hidden" name="version" value={review.version} />
					<TextArea
						name="text"
						label="Nachtrag"
						hint="Nach 30 Tagen bleibt Ihre Bewertung, wie sie ist. Was Sie ergänzen, steht mit Datum darunter."
						maxLength={1000}
						defaultValue={intent === 'add' ? typed?.text : ''}
						error={code && intent === 'add' && AT_FIELD.includes(code) ? message : undefined}
					/>
					<p>
						<Button name="intent" value="add">
							Nachtrag veröffentlichen
						</Button>
					</p>
				</Form>
			) : null}
			{review && review.state !== 'removed' ? (
				<details>
					<summary>Bewertung löschen</summary>
					<Form method="post" data-fleeting>
						<p>Ihre Bewertung und die Antwort darauf sind dann für alle weg. Das lässt sich nicht zurücknehmen.</p>
						<Button name="intent" value="delete" kind="danger">
							Endgültig löschen
						</Button>
					</Form>
				</details>
			) : null}
			{!review && closed ? <p>{closed}</p> : null}
			<p className={frame.lead}>
				Bewertungen stehen auf der <Link to={paths.listing(location)}>Seite von {business}</Link>. Der Betrieb kann sie
				beantworten, aber nicht ändern oder ausblenden.
			</p>
			<p className={frame.actions}>
				<ButtonLink to={paths.booking(id)} kind="secondary">
					Zum Termin
				</ButtonLink>
			</p>
		</div>
	)
}

/** What was typed, with the version that is stored by now where somebody has saved meanwhile: sending it again then replaces that. */
function valuesOf(typed: Typed | undefined, stored: Typed, code: string | undefined): Typed {
	if (!typed) return stored
	return code === 'edited_meanwhile' || code === 'already_reviewed' ? { ...typed, version: stored.version } : typed
}
