import { data } from 'react-router'
import { loadPhone } from '#app/features/booking/booking.queries.server.ts'
import { ANYONE, choicePath } from '#app/features/booking/choice.ts'
import { openFlow, summaryOf } from '#app/features/booking/flow.server.ts'
import { addonsAlone, employeesFor } from '#app/features/booking/offer.ts'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { ServiceStep } from '#app/features/booking/service-step.tsx'
import styles from '#app/features/orders/order-steps.module.css'
import { storedSearch } from '#app/features/orders/stored.ts'
import { WaitAside } from '#app/features/orders/wait-aside.tsx'
import { WaitForm } from '#app/features/orders/wait-form.tsx'
import { joinWaitlist } from '#app/features/orders/wait.server.ts'
import { localDate } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/listing-wait.ts'

/** The location with what was chosen so far. @throws a redirect to the booking where there is no waiting list */
async function openWait({ context, params, request, url }: Route.LoaderArgs | Route.ActionArgs) {
	const { client } = sessionOf(context)
	const flow = await openFlow(client, params.id, url, request.method === 'GET', paths.listingWait)
	if (flow.location.waitlist === 'off') throw redirect(choicePath(flow.key, flow.choice))
	return flow
}

export async function loader(args: Route.LoaderArgs) {
	const flow = await openWait(args)
	const { location, offer, byPhone, choice, key } = flow
	const { client, user } = sessionOf(args.context)
	const business = location.name
	if (choice.services.length === 0 || addonsAlone(choice.services, offer).length > 0) {
		const missing = args.url.searchParams.has('chosen')
		const choosing = { offer, byPhone, choice, listingKey: key, phone: location.phone, missing }
		return data({ business, choosing, form: undefined, aside: undefined, what: '' }, { headers: PRIVATE_PAGE })
	}
	const now = new Date()
	const today = localDate(now, location.time_zone)
	const { services, duration, total, packageName } = summaryOf(flow, now)
	const what = services.map(({ name }) => name).join(', ')
	const person = choice.employee === ANYONE ? '' : (choice.employee ?? '')
	return data(
		{
			...{ business, what },
			choosing: undefined,
			form: {
				...{ business, today, since: now.getTime() },
				stored: { ...storedSearch(new URLSearchParams({ datum: choice.day ?? '' }), today), person },
				people: employeesFor(choice.services, offer).map(({ id, name }) => ({ id, name })),
				contact: {
					...{ name: user?.name ?? '', email: user?.email ?? '' },
					phone: user ? await loadPhone(client, user.id) : '',
				},
			},
			aside: {
				...{ business, listing: paths.listing(key, choice.from), byHand: location.waitlist === 'by_hand' },
				lines: [
					...(packageName ? [`Paket „${packageName}“`] : []),
					...services.map(({ name }) => name),
					`${duration} · ${total}`,
				],
			},
		},
		{ headers: PRIVATE_PAGE },
	)
}

export async function action(args: Route.ActionArgs) {
	const { location, choice } = await openWait(args)
	return joinWaitlist(args.context, args.request, { location, services: choice.services })
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** A place on the waiting list of a location: first for what, then when and whom to tell. */
export default function ListingWait({ loaderData, actionData }: Route.ComponentProps) {
	const { business, choosing, form, aside, what } = loaderData
	return (
		<div className={styles.page}>
			<title>{`Warteliste · ${business} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>{choosing ? 'Worauf möchten Sie warten?' : 'Auf die Warteliste'}</h1>
			<p className={styles.lead}>
				{choosing
					? `Wählen Sie, was Sie bei ${business} brauchen. Im nächsten Schritt sagen Sie, wann Sie können.`
					: `${what}: Wird bei ${business} etwas frei, das Ihnen passt, erfahren Sie es.`}
			</p>
			{choosing ? <ServiceStep {...choosing} /> : null}
			{form ? (
				<div className={styles.columns}>
					<WaitForm {...form} reply={actionData?.reply} />
					<WaitAside {...aside} />
				</div>
			) : null}
		</div>
	)
}
