import { useEffect, useRef } from 'react'
import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { Alternatives } from '#app/features/booking/alternatives.tsx'
import { loadBooking, loadPhone, loadTimes, wishOf } from '#app/features/booking/booking.queries.server.ts'
import { releaseHold } from '#app/features/booking/booking.commands.server.ts'
import { demandFor, isHold } from '#app/features/booking/booking.ts'
import { ANYONE, type Choice, choicePath, readInstant } from '#app/features/booking/choice.ts'
import { confirm, readDraftForm, readEarlyStart } from '#app/features/booking/confirm.server.ts'
import { ContactStep } from '#app/features/booking/contact-step.tsx'
import {
	holdInfoOf,
	holdsChoice,
	loadPeople,
	openFlow,
	reviewOf,
	summaryOf,
	testsOf,
	timesPath,
	wantedOf,
} from '#app/features/booking/flow.server.ts'
import { againHeaders, hold, holdAsJson, wantsJson } from '#app/features/booking/hold.server.ts'
import { addonsAlone, stepOf } from '#app/features/booking/offer.ts'
import { madeCookies, draftCookies, heldByCookie, readDraft, readHeldBy } from '#app/features/booking/secret.server.ts'
import { ServiceStep } from '#app/features/booking/service-step.tsx'
import { StepIndicator } from '#app/features/booking/step-indicator.tsx'
import { Summary } from '#app/features/booking/summary.tsx'
import { orderButton } from '#app/features/booking/texts.ts'
import { hiddenFields, TimeStep } from '#app/features/booking/time-step.tsx'
import { asTime } from '#app/features/booking/times.ts'
import { redirectToProvider } from '#app/features/payments/leaving.server.ts'
import { beginPayment } from '#app/features/payments/payments.server.ts'
import { loadRelatives } from '#app/features/accounts/relatives.server.ts'
import { loadForTeam } from '#app/features/explain/explain.queries.server.ts'
import { TeamExplain } from '#app/features/explain/team-explain.tsx'
import { errorMessage } from '#app/lib/errors.ts'
import { addressContext, noteSearch, servicesContext } from '#app/lib/context.server.ts'
import { localDate } from '#app/lib/dates.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/listing-booking.ts'
import styles from './listing-booking.module.css'

const NO_STORE = { 'cache-control': 'private, no-store' }

export const middleware: Route.MiddlewareFunction[] = [
	async ({ request, context, params, url }, next) => {
		if (!wantsJson(request)) return next()
		const { client } = sessionOf(context)
		const surroundings = {
			client,
			request,
			services: context.get(servicesContext),
			address: context.get(addressContext),
		}
		return holdAsJson(surroundings, params.id ?? '', url)
	},
]

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
	const { client, user } = sessionOf(context)
	const now = new Date()
	const flow = await openFlow(client, params.id, url, request.method === 'GET')
	const { location, offer, choice, key } = flow
	const by = readHeldBy(request)
	const held = choice.hold ?? by?.appointment
	const booking = held ? await loadBooking(client, held, by?.secret) : null
	const wanted = addonsAlone(choice.services, offer).length > 0 ? 'service' : stepOf(choice)
	const base = { business: location.name, listingKey: key, choice }
	if (wanted === 'contact' && booking && booking.id === choice.hold) {
		if (!isHold(booking)) throw redirect(paths.booking(booking.id))
		const draft = readDraft(request)
		const own = user ? { name: user.name, email: user.email, phone: await loadPhone(client, user.id) } : undefined
		return data(
			{
				...base,
				step: 'contact' as const,
				summary: summaryOf(flow, now, booking),
				hold: holdInfoOf(booking, now),
				values: draft ?? { name: '', email: '', phone: '', note: '', ...own },
				relatives: user ? await loadRelatives(client) : [],
				review: reviewOf(booking, location, now, context.get(servicesContext).siteUrl),
				demand: demandFor(booking.early_start, booking.starts_at),
				order: orderButton(booking.total_cents),
			},
			{ headers: NO_STORE },
		)
	}
	if (wanted === 'service') {
		return data(
			{
				...base,
				step: 'service' as const,
				offer,
				byPhone: flow.byPhone,
				phone: location.phone,
				missing: url.searchParams.has('chosen'),
			},
			{ headers: NO_STORE },
		)
	}
	const summary = summaryOf(flow, now)
	const day = choice.day ?? (choice.start ? localDate(choice.start, location.time_zone) : undefined)
	const live = booking && booking.state === 'held' && holdsChoice(booking, choice, location)
	const keptRow = live ? { ...booking, employee_ids: booking.lines.map((line) => line.employee_id) } : undefined
	const [table, people] = await Promise.all([
		loadTimes(client, wishOf(location.id, choice, offer), location, day, now, keptRow),
		loadPeople(client, flow, now),
	])
	const asked = wantedOf(flow, table, choice.day)
	if (asked) noteSearch(context, request, asked)
	const team = await loadForTeam(client, user, location, questionOf(url, choice), day)
	return data(
		{
			...base,
			step: 'time' as const,
			summary,
			...{ table, people },
			wish: choice.start ? asTime({ starts_at: choice.start }, location.time_zone, now) : undefined,
			lost: wanted === 'contact',
			kept: live
				? {
						label: asTime(booking, location.time_zone, now).label,
						text: holdInfoOf(booking, now).text,
						path: choicePath(key, {
							...choice,
							...{ step: undefined, start: new Date(booking.starts_at).toISOString(), hold: booking.id },
						}),
					}
				: undefined,
			phone: location.phone,
			wait: location.waitlist === 'off' ? undefined : waitPath(key, choice),
			tests: testsOf(flow),
			team,
		},
		{ headers: NO_STORE },
	)
}

/** The way to the waiting list with what was chosen. */
function waitPath(key: string, { services, employee, day, from }: Choice): string {
	return paths.listingWait(key, {
		service: services,
		employee: employee === ANYONE ? undefined : employee,
		day,
		von: from,
	})
}

/** The question in the address, applied to the chosen services. */
function questionOf(url: URL, { services }: Choice): URLSearchParams {
	const { searchParams } = url
	return new URLSearchParams([
		...services.map((id): [string, string] => ['leistung', id]),
		...['warum', 'tag'].map((name): [string, string] => [name, searchParams.get(name) ?? '']),
	])
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
	const { client } = sessionOf(context)
	const services = context.get(servicesContext)
	const surroundings = { client, request, services, address: context.get(addressContext) }
	const form = await readForm(request).catch(() => new FormData())
	const flow = await openFlow(client, params.id, url, false)
	const { choice, key } = flow
	const intent = form.get('intent')
	const headers = new Headers(NO_STORE)
	if (intent === 'release') {
		const kept = readHeldBy(request)
		if (kept?.appointment) {
			await releaseHold(client, kept.appointment, kept.secret)
			headers.append('set-cookie', heldByCookie({ secret: kept.secret }, key))
		}
		return redirect(timesPath(key, choice), { status: 303, headers })
	}
	if (intent !== 'confirm' && intent !== 'change') {
		const result = await hold(surroundings, flow, readInstant(form.get('start')))
		if ('held' in result) {
			for (const cookie of result.cookies) headers.append('set-cookie', cookie)
			return redirect(result.path, { status: 303, headers })
		}
		const { message, status, alternatives, again } = result
		for (const [name, value] of Object.entries(againHeaders(again))) headers.set(name, value)
		const later = again !== undefined
		return data(
			{ message, alternatives, later, errors: {}, values: undefined, agreed: '', typed: false },
			{ status, headers },
		)
	}

	const by = readHeldBy(request)
	const values = readDraftForm(form)
	const agreed = readEarlyStart(form)
	if (intent === 'change') {
		for (const cookie of draftCookies(values, key)) headers.append('set-cookie', cookie)
		if (choice.hold && by) {
			await releaseHold(client, choice.hold, by.secret)
			headers.append('set-cookie', heldByCookie({ secret: by.secret }, key))
		}
		return redirect(timesPath(key, choice), { status: 303, headers })
	}
	if (form.get('website')) {
		return data(
			{ message: errorMessage('unexpected'), alternatives: [], later: false, errors: {}, values, agreed, typed: true },
			{ status: 400, headers },
		)
	}
	const result = await confirm(surroundings, flow, by, values, agreed)
	if ('before' in result) return redirect(paths.booking(result.before), { status: 303, headers })
	if ('booked' in result) {
		const { id } = result.booked
		for (const cookie of madeCookies(by, id)) headers.append('set-cookie', cookie)
		for (const cookie of draftCookies(undefined, key)) headers.append('set-cookie', cookie)
		const { payment } = result
		const pay = payment && ((await beginPayment(services, payment)) ?? paths.bookingPayment(id))
		return redirectToProvider(services, pay ?? paths.bookingSuccess(id), headers)
	}
	for (const cookie of draftCookies(values, key)) headers.append('set-cookie', cookie)
	const { message, status, alternatives, errors } = result
	return data({ message, alternatives, later: false, errors, values, agreed, typed: true }, { status, headers })
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs): Headers {
	const all = new Headers(loaderHeaders)
	for (const [name, value] of actionHeaders) if (name !== 'set-cookie') all.set(name, value)
	return all
}

// A refused time must disappear from the list, so a failed action reloads the data as well.
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
	return formMethod === 'POST' || defaultShouldRevalidate
}

const TITLES = {
	service: 'Was möchten Sie buchen?',
	time: 'Wann passt es Ihnen?',
	contact: 'Ihre Daten',
}

export default function ListingBooking({ loaderData, actionData }: Route.ComponentProps) {
	const { step, choice, listingKey, business } = loaderData
	const heading = useRef<HTMLHeadingElement>(null)
	const shown = useRef(step)
	useEffect(() => {
		// A new step is announced like a new page, for people who cannot see it change.
		if (shown.current !== step) heading.current?.focus()
		shown.current = step
	}, [step])
	const gone = actionData && (step !== 'contact' || actionData.alternatives.length > 0) ? actionData : undefined
	const { services, employee, day, from } = choice
	const times = choicePath(listingKey, { services, employee, day, from })
	return (
		<div className={styles.page}>
			<title>{`${TITLES[step]} · ${business} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<StepIndicator current={step} choice={choice} listingKey={listingKey} />
			<div className={styles.columns}>
				<div className={styles.step}>
					<p className={styles.business}>
						<Link to={paths.listing(listingKey, from)}>{business}</Link>
					</p>
					<h1 ref={heading} tabIndex={-1}>
						{TITLES[step]}
					</h1>
					{gone ? (
						<Alternatives
							message={gone.message}
							times={gone.alternatives}
							typed={gone.typed}
							later={gone.later}
							phone={'phone' in loaderData ? loaderData.phone : undefined}
							action={times}
							actionFor={(time) =>
								time.employee ? choicePath(listingKey, { services, employee: time.employee, day, from }) : undefined
							}
						>
							{step === 'contact' ? <Link to={times}>Alle freien Zeiten ansehen</Link> : null}
						</Alternatives>
					) : null}
					{step === 'service' ? <ServiceStep {...loaderData} /> : null}
					{step === 'time' ? <TimeStep {...loaderData} wish={gone ? undefined : loaderData.wish} /> : null}
					{step === 'time' && loaderData.team ? (
						<TeamExplain {...loaderData.team} action={times} hidden={hiddenFields(choice)} />
					) : null}
					{step === 'contact' && !gone ? (
						<ContactStep
							{...loaderData}
							values={actionData?.values ?? loaderData.values}
							agreed={actionData?.agreed ?? ''}
							errors={actionData?.errors ?? {}}
							message={actionData?.message}
							answer={actionData}
						/>
					) : null}
				</div>
				{step === 'service' ? null : <Summary {...loaderData.summary} />}
			</div>
		</div>
	)
}
