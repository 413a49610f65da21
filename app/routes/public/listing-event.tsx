import { data, Link } from 'react-router'
import { loadRelatives } from '#app/features/accounts/relatives.server.ts'
import { releaseHold } from '#app/features/booking/booking.commands.server.ts'
import { type Location, loadBooking, loadPhone } from '#app/features/booking/booking.queries.server.ts'
import { demandFor, isHold } from '#app/features/booking/booking.ts'
import { readId } from '#app/features/booking/choice.ts'
import { confirm, readDraftForm, readEarlyStart } from '#app/features/booking/confirm.server.ts'
import { ContactStep } from '#app/features/booking/contact-step.tsx'
import { holdInfoOf, openFlow, reviewOf, testsOf } from '#app/features/booking/flow.server.ts'
import { chosenInstead } from '#app/features/booking/hold.server.ts'
import {
	madeCookies,
	draftCookies,
	heldByCookie,
	newSecret,
	readDraft,
	readHeldBy,
} from '#app/features/booking/secret.server.ts'
import { TestsNeeded } from '#app/features/booking/tests-needed.tsx'
import { orderButton, policyText } from '#app/features/booking/texts.ts'
import { toListed } from '#app/features/events/offered.ts'
import styles from '#app/features/events/offered.module.css'
import { loadOfferedEvent } from '#app/features/events/offered.queries.server.ts'
import { holdSeats, waitForEvent } from '#app/features/events/seats.commands.server.ts'
import { EventHead } from '#app/features/events/head.tsx'
import { SeatsForm } from '#app/features/events/seats-form.tsx'
import { WaitForm } from '#app/features/events/wait-form.tsx'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { taxNote } from '#app/lib/money.ts'
import { originOf, readFrom } from '#app/lib/origin.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect, redirectDocument } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/listing-event.ts'
import page from './listing-booking.module.css'

const NO_STORE = { 'cache-control': 'private, no-store' }
const NOBODY = { name: '', email: '', phone: '', note: '' }

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
	const { client, user } = sessionOf(context)
	const now = new Date()
	const flow = await openFlow(client, params.id, new URL(url.pathname, url), false)
	const { location, key } = flow
	const found = await loadOfferedEvent(client, location.id, params.event)
	invariantResponse(found)
	const event = toListed(found, location.time_zone, now)
	const wanted = readId(url.searchParams.get('hold'))
	const booking = wanted ? await loadBooking(client, wanted, readHeldBy(request)?.secret) : null
	if (booking && !isHold(booking)) throw redirect(paths.booking(booking.id))
	const held = booking?.lines[0]?.event_id === event.id ? booking : null
	const own = user ? { name: user.name, email: user.email, phone: await loadPhone(client, user.id) } : undefined
	const values = readDraft(request) ?? { ...NOBODY, ...own }
	const until = new Date(Date.parse(event.starts_at) - event.cancellation_hours * 3_600_000).toISOString()
	return data(
		{
			...{ event, values, key, business: location.name, waits: url.searchParams.get('wartet') },
			...{ phone: location.phone, tax: taxNote(location.companies), lost: wanted !== undefined && !held },
			tests: testsOf({ ...flow, choice: { services: [found.service_id] } }),
			// The bare page is for search engines, too; a step of a booking is not.
			indexed: url.search ? null : { event: found, location: indexedPlace(location) },
			policy: policyText(event.cancellation_hours, until, location.time_zone, now, false),
			contact: held
				? {
						hold: holdInfoOf(held, now),
						relatives: user ? await loadRelatives(client) : [],
						review: reviewOf(held, location, now, context.get(servicesContext).siteUrl),
						demand: demandFor(held.early_start, held.starts_at),
						order: orderButton(held.total_cents),
					}
				: null,
		},
		{ headers: NO_STORE },
	)
}

const indexedPlace = ({ name, slug, street, postal_code, city }: Location) => ({
	...{ name, slug, street, postal_code, city },
})

export async function action({ request, context, params, url }: Route.ActionArgs) {
	const { client } = sessionOf(context)
	const services = context.get(servicesContext)
	const address = context.get(addressContext)
	const form = await readForm(request).catch(() => new FormData())
	const flow = await openFlow(client, params.id, new URL(url.pathname, url), false)
	const { key, location } = flow
	const from = readFrom(url.searchParams)
	const here = (query: Record<string, string | undefined> = {}) =>
		paths.listingEvent(key, params.event, { von: from, ...query })
	const found = await loadOfferedEvent(client, location.id, params.event)
	invariantResponse(found)
	const intent = form.get('intent')
	const [values, seats] = [readDraftForm(form), textOf(form, 'seats')]
	const headers = new Headers(NO_STORE)
	const by = readHeldBy(request)
	const refuse = (message: string, status: number, more: object = {}) =>
		data({ message, errors: {}, agreed: '', values, seats, ...more }, { status, headers })
	if (form.get('website')) return refuse(errorMessage('unexpected'), 400)
	if (intent === 'wait') {
		if (!(await services.allow('booking', address))) return refuse(errorMessage('rate_limited'), 429)
		const answer = await waitForEvent(client, found.id, Number(seats), values)
		if ('message' in answer) return refuse(answer.message, answer.status, { errors: answer.errors })
		return redirect(here({ wartet: { free: undefined, mail: 'mail', waiting: 'ja' }[answer.place] }), {
			status: 303,
			headers,
		})
	}
	const hold = readId(url.searchParams.get('hold'))
	if (intent === 'change') {
		for (const cookie of draftCookies(values, key)) headers.append('set-cookie', cookie)
		if (hold && by) {
			await releaseHold(client, hold, by.secret)
			headers.append('set-cookie', heldByCookie({ secret: by.secret }, key))
		}
		return redirect(here(), { status: 303, headers })
	}
	if (intent === 'confirm') {
		const agreed = readEarlyStart(form)
		const choice = { services: [], hold, from }
		const result = await confirm({ client, services, address }, { ...flow, choice }, by, values, agreed)
		if ('before' in result) return redirect(paths.booking(result.before), { status: 303, headers })
		if ('booked' in result) {
			const { id } = result.booked
			for (const cookie of madeCookies(by, id)) headers.append('set-cookie', cookie)
			for (const cookie of draftCookies(undefined, key)) headers.append('set-cookie', cookie)
			return redirectDocument(paths.bookingSuccess(id), { status: 303, headers })
		}
		for (const cookie of draftCookies(values, key)) headers.append('set-cookie', cookie)
		return refuse(result.message, result.status, { errors: result.errors, agreed })
	}
	if (!(await services.allow('hold', address))) return refuse(errorMessage('rate_limited'), 429)
	// Whoever comes back for another number of seats gives the first ones back.
	if (by?.appointment) await releaseHold(client, by.appointment, by.secret)
	const secret = by?.secret ?? newSecret()
	const held = await holdSeats(client, found.id, { seats: Number(seats), secret, origin: originOf(from) })
	if ('message' in held) return refuse(held.message, held.status)
	const chosen = { secret, appointment: held.held.id }
	headers.append('set-cookie', heldByCookie(chosen, key))
	headers.append('set-cookie', await chosenInstead(client, request, chosen, by?.appointment))
	return redirect(here({ hold: held.held.id }), { status: 303, headers })
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs): Headers {
	const all = new Headers(loaderHeaders)
	for (const [name, value] of actionHeaders) if (name !== 'set-cookie') all.set(name, value)
	return all
}

/** After a refusal too: other seats may be free by now. */
export const shouldRevalidate = () => true

/** A group event: what it is, and the steps to book seats or to wait for one. */
export default function ListingEventPage({ loaderData, actionData }: Route.ComponentProps) {
	const { event, values, key, business, waits, phone, tax, lost, policy, tests, contact, indexed } = loaderData
	const answer = actionData && { ...actionData, errors: actionData.errors as Record<string, string> }
	return (
		<div className={page.page}>
			<title>{`${event.title} · ${business} · Zeitplatz`}</title>
			{indexed ? <EventHead {...indexed} /> : <meta name="robots" content="noindex" />}
			<div className={page.step}>
				<p className={page.business}>
					<Link to={paths.listing(key)}>{business}</Link>
				</p>
				<h1 tabIndex={-1}>{event.title}</h1>
				{contact ? (
					<ContactStep
						{...contact}
						values={answer?.values ?? values}
						agreed={answer?.agreed ?? ''}
						errors={answer?.errors ?? {}}
						message={answer?.message}
						answer={actionData}
						back="Zahl der Plätze ändern"
					/>
				) : (
					<>
						{event.description ? <p className={styles.description}>{event.description}</p> : null}
						<ul className={styles.facts}>
							<li>
								<strong>{event.when}</strong>
							</li>
							<li>
								<strong>{event.price}</strong> {event.price_cents > 0 ? `${tax}, Zahlung vor Ort` : ''}
							</li>
							<li>{event.left}</li>
							<li className={styles.soft}>{policy}</li>
						</ul>
						{event.state === 'closed' ? null : <TestsNeeded tests={tests} phone={phone} />}
						{waits === 'ja' ? (
							<Notice kind="success" role="status" title="Sie stehen auf der Warteliste.">
								<p>Das haben wir Ihnen per E-Mail bestätigt. Wird ein Platz frei, schreiben wir Ihnen.</p>
							</Notice>
						) : null}
						{waits === 'mail' ? (
							<Notice kind="warning" role="status" title="Bitte bestätigen Sie jetzt Ihre Adresse.">
								<p>
									Wir haben Ihnen einen Link geschickt. Ihr Platz zählt, sobald Sie ihn dort bestätigen, und nur einen
									Tag lang können Sie das. Stehen Sie schon auf der Warteliste, bleibt alles, wie es ist.
								</p>
							</Notice>
						) : null}
						{lost ? (
							<Notice kind="warning" role="alert">
								<p>Diese Reservierung gibt es nicht mehr. Bitte wählen Sie die Plätze noch einmal.</p>
							</Notice>
						) : null}
						{answer && event.state !== 'full' ? <Notice kind="danger" role="alert" title={answer.message} /> : null}
						{event.state === 'free' ? <SeatsForm event={event} seats={answer?.seats ?? '1'} /> : null}
						{event.state === 'full' && !waits ? (
							<WaitForm
								{...{ event, business, answer: actionData }}
								values={answer?.values ?? values}
								seats={answer?.seats || '1'}
								errors={answer?.errors ?? {}}
								message={answer?.message}
							/>
						) : null}
						{event.state === 'closed' ? (
							<p>{phone ? `Online ist es zu spät. Bitte rufen Sie an: ${phone}.` : 'Online ist es zu spät.'}</p>
						) : null}
					</>
				)}
			</div>
		</div>
	)
}
