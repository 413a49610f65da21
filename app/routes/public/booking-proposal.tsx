import { data, Form } from 'react-router'
import { demandFor } from '#app/features/booking/booking.ts'
import { answerProposal, statusOf } from '#app/features/booking/booking.commands.server.ts'
import { readEarlyStart } from '#app/features/booking/confirm.server.ts'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { proposalOf } from '#app/features/booking/proposal.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/booking-proposal.ts'

export async function loader(args: Route.LoaderArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { booking } = opened
	const { proposal } = booking
	return data(
		{
			id: booking.id,
			business: booking.location.name,
			phone: booking.location.phone,
			services: booking.lines.map(({ service_name }) => service_name).join(', '),
			proposal: proposal
				? {
						...proposalOf(proposal, booking, new Date()),
						demand: demandFor(booking.early_start, proposal.starts_at),
						start: proposal.starts_at,
					}
				: undefined,
			canCancel: booking.can_cancel,
			canMove: booking.can_reschedule,
		},
		{ headers: PRIVATE_PAGE },
	)
}

export async function action(args: Route.ActionArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data({ missing: undefined, message: errorMessage('appointment_not_found') }, { status: 404 })
	const { client, booking, secret } = opened
	const form = await readForm(args.request).catch(() => new FormData())
	const answer = form.get('intent')
	if (answer !== 'accept' && answer !== 'decline')
		return data({ missing: undefined, message: errorMessage('body_invalid') }, { status: 400 })
	const shown = Date.parse(textOf(form, 'start'))
	const start = Number.isNaN(shown) ? null : new Date(shown).toISOString()
	const { code } = await answerProposal(client, booking.id, secret, answer === 'accept', readEarlyStart(form), start)
	if (!code) {
		const done = answer === 'accept' ? 'angenommen' : 'abgelehnt'
		return redirect(`${paths.booking(booking.id)}?neu=${done}`, { status: 303 })
	}
	const missing = code === 'early_start_missing' ? errorMessage(code) : undefined
	return data({ missing, message: missing ? '' : errorMessage(code) }, { status: statusOf(code) })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

/** Another time that the business holds for the customer, with buttons to answer. */
export default function BookingProposal({ loaderData, actionData }: Route.ComponentProps) {
	const page = useAnswerFocus<HTMLDivElement>(actionData)
	if (!loaderData) return <LockedBooking />
	const { id, business, phone, services, proposal, canCancel, canMove } = loaderData
	return (
		<div ref={page} className={styles.page}>
			<title>{`Vorschlag für Ihren Termin · ${business} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>{proposal ? 'Passt Ihnen dieser Termin?' : 'Dieser Vorschlag gilt nicht mehr'}</h1>
			{actionData?.message ? <Notice kind="danger" role="alert" title={actionData.message} /> : null}
			{proposal ? (
				<>
					<p className={styles.lead}>{proposal.reason}</p>
					<Form method="post" noValidate className={styles.form}>
						<input type="hidden" name="start" value={proposal.start} />
						<dl className={styles.facts}>
							<div>
								<dt>Bisher</dt>
								<dd>
									<s>{proposal.old}</s>
								</dd>
							</div>
							<div>
								<dt>Vorschlag</dt>
								<dd className={styles.when}>{proposal.period}</dd>
							</div>
							<div>
								<dt>Bei</dt>
								<dd>
									{proposal.people}
									<span className={styles.soft}>
										{services} · {business}
									</span>
								</dd>
							</div>
							<div>
								<dt>Reserviert</dt>
								<dd>
									{proposal.until
										? `bis ${proposal.until}; danach meldet sich der Betrieb bei Ihnen`
										: 'noch für kurze Zeit'}
								</dd>
							</div>
						</dl>
						{proposal.demand ? (
							<CheckField
								key={actionData?.missing}
								id="early_start"
								name="early_start"
								value={proposal.demand.hash}
								checked={false}
								error={actionData?.missing}
							>
								{proposal.demand.text}
							</CheckField>
						) : null}
						<p className={styles.actions}>
							<Button name="intent" value="accept">
								Passt
							</Button>
							{canMove ? (
								<ButtonLink to={paths.bookingStep(id, 'umbuchen')} kind="secondary">
									Anderer Termin
								</ButtonLink>
							) : null}
							<Button name="intent" value="decline" kind="secondary">
								Bitte anrufen
							</Button>
							{canCancel ? (
								<ButtonLink to={paths.bookingStep(id, 'absagen')} kind="danger">
									Absagen
								</ButtonLink>
							) : null}
						</p>
					</Form>
					<p className={styles.lead}>Am Preis ändert sich nichts. {phone ? `Fragen? Telefon: ${phone}.` : ''}</p>
				</>
			) : (
				<>
					<p className={styles.lead}>
						Er wurde schon beantwortet, zurückgenommen, oder seine Zeit ist abgelaufen. Auf der Seite Ihres Termins
						steht, was gilt.
					</p>
					<p className={styles.actions}>
						<ButtonLink to={paths.booking(id)}>Termin ansehen</ButtonLink>
					</p>
				</>
			)}
		</div>
	)
}
