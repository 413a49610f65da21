import { data, Form } from 'react-router'
import { abandonPayment, startPayment, statusOf } from '#app/features/booking/booking.commands.server.ts'
import { loadBooking } from '#app/features/booking/booking.queries.server.ts'
import { Details } from '#app/features/booking/details.tsx'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { type Stage, stageOf, untilText } from '#app/features/booking/payment.ts'
import { detailsOf, rebookPath } from '#app/features/booking/view.ts'
import { redirectToProvider } from '#app/features/payments/leaving.server.ts'
import { beginPayment, readPayment } from '#app/features/payments/payments.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { formatPrice } from '#app/lib/money.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect, redirectDocument } from '#app/lib/redirect.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/booking-payment.ts'

/** What the provider's page leads back to says nothing; the provider is asked once, and the rest comes by itself. */
export async function loader(args: Route.LoaderArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { client, secret } = opened
	const services = args.context.get(servicesContext)
	const open = opened.booking.payment?.payments.filter(({ state }) => state === 'open' || state === 'processing') ?? []
	for (const { id } of open) await readPayment(services, id)
	const booking = (open.length > 0 && (await loadBooking(client, opened.booking.id, secret))) || opened.booking
	// What was booked and cancelled later stands there, with what comes back of it.
	if (
		!booking.payment ||
		(booking.state === 'cancelled' && booking.payment.payments.some((one) => one.captured_cents > 0))
	)
		throw redirect(paths.booking(booking.id))
	const stage = stageOf(booking)
	if (stage === 'paid') throw redirectDocument(paths.bookingSuccess(booking.id))
	const { due_cents: due, pay_until: until, test } = booking.payment
	return data(
		{
			...{ id: booking.id, stage, test, due: formatPrice(due) },
			until: until ? untilText(until, booking.location.time_zone, new Date()) : undefined,
			details: { ...detailsOf(booking, new Date()), contact: undefined, note: undefined, earlyStart: undefined },
			rebook: rebookPath(booking),
		},
		{ headers: PRIVATE_PAGE },
	)
}

export async function action(args: Route.ActionArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data({ message: errorMessage('appointment_not_found') }, { status: 404 })
	const { client, booking, secret } = opened
	const intent = textOf(await readForm(args.request).catch(() => new FormData()), 'intent')
	if (intent === 'abandon') {
		const { code } = await abandonPayment(client, booking.id, secret)
		if (code) return data({ message: errorMessage(code) }, { status: statusOf(code) })
		return redirect(paths.bookingPayment(booking.id), { status: 303 })
	}
	const { value, code } = await startPayment(client, booking.id, secret)
	if (code) return data({ message: errorMessage(code) }, { status: statusOf(code) })
	const services = args.context.get(servicesContext)
	const url = value && (await beginPayment(services, value.payment_id))
	if (!url)
		return data(
			{ message: 'Die Seite zum Bezahlen antwortet nicht. Bitte versuchen Sie es gleich noch einmal.' },
			{ status: 502 },
		)
	return redirectToProvider(services, url)
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

type Words = { title: string; lead: (until?: string) => string; pay?: string }

const STAGES: Record<Exclude<Stage, 'paid'>, Words> = {
	open: {
		title: 'Ihre Zahlung ist noch offen.',
		lead: (until) =>
			`Ihr Termin ist gebucht, sobald sie eingegangen ist. Bis ${until} halten wir die Zeit für Sie frei.`,
		pay: 'Jetzt bezahlen',
	},
	checking: {
		title: 'Ihre Zahlung wird geprüft.',
		lead: () =>
			'Das dauert meist nur einen Augenblick. Sobald sie eingegangen ist, bekommen Sie die Bestätigung per E-Mail; Sie müssen hier nicht warten.',
	},
	failed: {
		title: 'Die Zahlung hat nicht geklappt.',
		lead: (until) => `Es wurde nichts abgebucht. Bis ${until} halten wir die Zeit für Sie frei.`,
		pay: 'Noch einmal bezahlen',
	},
	over: {
		title: 'Diese Zeit ist nicht mehr für Sie frei gehalten.',
		lead: () => 'Es wurde nichts abgebucht, und es ist kein Termin zustande gekommen.',
	},
	returned: {
		title: 'Dieser Termin ist nicht zustande gekommen.',
		lead: () => 'Sie bekommen Ihre Zahlung zurück und müssen dafür nichts tun.',
	},
}

export default function BookingPayment({ loaderData, actionData }: Route.ComponentProps) {
	if (!loaderData) return <LockedBooking />
	const { id, stage, test, due, until, details, rebook } = loaderData
	const { title, lead, pay } = STAGES[stage]
	return (
		<div className={styles.page}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>{title}</h1>
			{actionData ? <Notice kind="danger" role="alert" title={actionData.message} /> : null}
			<p className={styles.lead}>{lead(until)}</p>
			{test ? <p>Dies ist eine Testzahlung: Es fließt kein Geld.</p> : null}
			<Details {...details} />
			{pay ? (
				<Form method="post" className={styles.form}>
					<p className={styles.actions}>
						<Button name="intent" value="pay">
							{`${pay}: ${due}`}
						</Button>
						<Button name="intent" value="abandon" kind="plain">
							Nicht buchen
						</Button>
					</p>
				</Form>
			) : (
				<p className={styles.actions}>
					{stage === 'checking' ? (
						<ButtonLink to={paths.bookingPayment(id)} reloadDocument>
							Noch einmal nachsehen
						</ButtonLink>
					) : null}
					{stage !== 'checking' && rebook ? <ButtonLink to={rebook}>Andere Zeit wählen</ButtonLink> : null}
					<ButtonLink to={paths.booking(id)} kind="plain">
						Termin ansehen
					</ButtonLink>
				</p>
			)}
		</div>
	)
}
