import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { CONTACT_LABELS, ContactFields } from '#app/ui/contact-fields.tsx'
import { EarlyStartField } from '#app/ui/early-start-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { ContactErrors } from './booking.form.ts'
import styles from './contact-step.module.css'
import { HoldClock, type HoldInfo } from './hold-clock.tsx'
import { Review, type ReviewData } from './review.tsx'
import type { Draft } from './secret.server.ts'

type Props = {
	hold: HoldInfo
	values: Draft
	errors: ContactErrors
	message?: string
	/** The server's answer to the last attempt. */
	answer?: object
	/** For whom the customer has booked before. */
	relatives: { name: string }[]
	review: ReviewData
	/** What has to be agreed to because the visit begins so early. */
	demand?: { text: string; hash: string }
	/** The hash of the text agreed to in the last attempt. */
	agreed: string
	/** What the final button says. */
	order: string
	/** What the button says that leads back. */
	back?: string
}

const LABELS: Record<keyof ContactErrors, string> = {
	...CONTACT_LABELS,
	early_start: 'Häkchen zum Beginn vor Ende der Widerrufsfrist',
}

/** Contact data, everything about the booking once more, and the final button directly below (§ 312j BGB). */
export function ContactStep({
	hold,
	values,
	errors,
	message,
	answer,
	relatives,
	review,
	demand,
	agreed,
	order,
	back,
}: Props) {
	const busy = useNavigation().state === 'submitting'
	const wrong = Object.keys(errors) as (keyof ContactErrors)[]
	const form = useAnswerFocus<HTMLFormElement>(answer)
	return (
		<>
			<HoldClock {...hold} />
			<Form method="post" noValidate ref={form} className={styles.form}>
				{message || wrong.length > 0 ? (
					<Notice kind="danger" role="alert" title={message ?? 'Bitte prüfen Sie Ihre Angaben.'}>
						{wrong.length > 0 ? (
							<ul className={styles.wrong}>
								{wrong.map((field) => (
									<li key={field}>
										<a href={`#contact-${field}`}>{LABELS[field]}</a>
									</li>
								))}
							</ul>
						) : null}
					</Notice>
				) : null}
				<ContactFields
					id="contact"
					values={values}
					errors={errors}
					emailHint="Hierhin schicken wir die Bestätigung mit dem Link zu Ihrem Termin."
					phoneHint="Für kurzfristige Rückfragen des Betriebs."
					relatives={relatives}
					note
				/>
				<p className={styles.privacy}>
					Ihre Angaben gehen nur an {review.legalName} und dienen diesem Termin. Mehr dazu in den{' '}
					<Link to={paths.dataProtection()}>Hinweisen zum Datenschutz</Link>.
				</p>
				<EarlyStartField id="contact" demand={demand} agreed={agreed} error={errors.early_start} />
				<Review {...review} />
				<Button name="intent" value="confirm" wide disabled={busy} className={styles.order}>
					{order}
				</Button>
				<Button name="intent" value="change" kind="plain" formNoValidate>
					{back ?? 'Andere Zeit wählen'}
				</Button>
			</Form>
		</>
	)
}
