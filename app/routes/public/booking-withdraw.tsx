import { data, Form } from 'react-router'
import { statusOf, withdrawBooking } from '#app/features/booking/booking.commands.server.ts'
import { Details } from '#app/features/booking/details.tsx'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { isPaid } from '#app/features/booking/payment.ts'
import { detailsOf } from '#app/features/booking/view.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/booking-withdraw.ts'

export async function loader(args: Route.LoaderArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { booking } = opened
	if (booking.withdrawn_at) throw redirect(`${paths.booking(booking.id)}?neu=widerrufen`)
	invariantResponse(booking.withdrawal)
	const { name, email } = booking.contact
	return data(
		{
			...{
				id: booking.id,
				name,
				email,
				cancels: booking.can_cancel || (isPaid(booking.payment) && Date.parse(booking.starts_at) > Date.now()),
			},
			details: { ...detailsOf(booking, new Date()), contact: undefined, note: undefined, policy: undefined },
		},
		{ headers: PRIVATE_PAGE },
	)
}

export async function action(args: Route.ActionArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data({ message: errorMessage('appointment_not_found') }, { status: 404 })
	const { code } = await withdrawBooking(opened.client, opened.booking.id, opened.secret)
	if (code) return data({ message: errorMessage(code) }, { status: statusOf(code) })
	return redirect(`${paths.booking(opened.booking.id)}?neu=widerrufen`, { status: 303 })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

/** The withdrawal button of § 356a BGB: what is withdrawn and by whom, then "Widerruf bestätigen". */
export default function BookingWithdraw({ loaderData, actionData }: Route.ComponentProps) {
	if (!loaderData) return <LockedBooking />
	const { id, name, email, cancels, details } = loaderData
	return (
		<div className={styles.page}>
			<title>Vertrag widerrufen · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<h1>Vertrag widerrufen</h1>
			{actionData ? <Notice kind="danger" role="alert" title={actionData.message} /> : null}
			<p>
				Online geschlossene Verträge können Sie in der Regel 14 Tage lang ohne Angabe von Gründen widerrufen.{' '}
				{cancels
					? 'Mit dem Widerruf ist der Termin abgesagt.'
					: `Der Betrieb bekommt Ihre Erklärung sofort und prüft, was daraus folgt; der Stand Ihres Termins ändert sich dadurch noch nicht.`}{' '}
				Sie bekommen die Eingangsbestätigung mit Inhalt, Datum und Uhrzeit an {email}.
			</p>
			<p>Hiermit widerrufe ich, {name}, den Vertrag über diesen Termin:</p>
			<Details {...details} />
			<Form method="post" className={styles.actions}>
				<Button kind="danger">Widerruf bestätigen</Button>
				<ButtonLink to={paths.booking(id)} kind="plain">
					Abbrechen
				</ButtonLink>
			</Form>
		</div>
	)
}
