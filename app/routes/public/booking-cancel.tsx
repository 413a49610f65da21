import { data, Form } from 'react-router'
import { cancelBooking, statusOf } from '#app/features/booking/booking.commands.server.ts'
import { Details } from '#app/features/booking/details.tsx'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { feeOf } from '#app/features/booking/payment.ts'
import { detailsOf } from '#app/features/booking/view.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import type { Route } from './+types/booking-cancel.ts'

export async function loader(args: Route.LoaderArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { booking } = opened
	// The declaration about withdrawing is on the booking's page; here it would push the button off a phone's screen.
	const details = { ...detailsOf(booking, new Date()), contact: undefined, note: undefined, earlyStart: undefined }
	const fee = feeOf(booking.payment)
	return data(
		{ id: booking.id, details, fee, possible: booking.can_cancel || fee !== undefined },
		{ headers: PRIVATE_PAGE },
	)
}

export async function action(args: Route.ActionArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return data({ message: errorMessage('appointment_not_found'), reason: '' }, { status: 404 })
	const form = await readForm(args.request).catch(() => new FormData())
	const given = form.get('reason')
	const reason = typeof given === 'string' ? given : ''
	const { code } = await cancelBooking(opened.client, opened.booking.id, opened.secret, reason, feeShown(form))
	if (code) return data({ message: errorMessage(code), reason }, { status: statusOf(code) })
	return redirect(`${paths.booking(opened.booking.id)}?neu=abgesagt`, { status: 303 })
}

/** What cancelling costs may have changed, which is why it was refused. */
export const shouldRevalidate = () => true

/** What the page said that cancelling costs, in cents. */
function feeShown(form: FormData): number {
	const typed = form.get('fee')
	return typeof typed === 'string' && /^\d{1,9}$/.test(typed) ? Number(typed) : 0
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

export default function BookingCancel({ loaderData, actionData }: Route.ComponentProps) {
	if (!loaderData) return <LockedBooking />
	const { id, details, fee, possible } = loaderData
	return (
		<div className={styles.page}>
			<title>Termin absagen · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<h1>{possible ? 'Möchten Sie diesen Termin absagen?' : 'Online lässt sich dieser Termin nicht mehr absagen.'}</h1>
			{actionData ? <Notice kind="danger" role="alert" title={actionData.message} /> : null}
			<Details {...details} />
			{possible ? (
				<Form method="post" className={styles.form}>
					{fee ? (
						<>
							<Notice kind="warning" title={`Die Absage kostet jetzt ${fee.fee}.`}>
								<p>
									Die Frist für eine kostenlose Absage ist vorbei. Wie bei der Buchung vereinbart, behält der Betrieb{' '}
									{fee.fee} von Ihrer Zahlung. {fee.back ? `${fee.back} bekommen Sie zurück.` : ''}
								</p>
							</Notice>
							<input type="hidden" name="fee" value={fee.cents} />
						</>
					) : null}
					<TextArea
						name="reason"
						label="Grund"
						optional
						hint="Der Betrieb bekommt ihn mit der Absage."
						maxLength={1000}
						rows={2}
						defaultValue={actionData?.reason}
					/>
					<p className={styles.actions}>
						<Button kind="danger">{fee ? `Für ${fee.fee} verbindlich absagen` : 'Verbindlich absagen'}</Button>
						<ButtonLink to={paths.booking(id)} kind="plain">
							Termin behalten
						</ButtonLink>
					</p>
				</Form>
			) : (
				<>
					<p>
						Die Frist dafür ist abgelaufen, oder der Termin ist schon vorbei oder abgesagt.{' '}
						{details.phone ? `Bitte rufen Sie den Betrieb an: ${details.phone}.` : ''}
					</p>
					<p className={styles.actions}>
						<ButtonLink to={paths.booking(id)} kind="secondary">
							Zurück zum Termin
						</ButtonLink>
					</p>
				</>
			)}
		</div>
	)
}
