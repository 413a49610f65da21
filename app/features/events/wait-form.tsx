import { Form, Link, useNavigation } from 'react-router'
import type { ContactErrors } from '#app/features/booking/booking.form.ts'
import type { Draft } from '#app/features/booking/secret.server.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { ContactFields } from '#app/ui/contact-fields.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { seatsText } from './event.ts'
import styles from './offered.module.css'
import { type Listed, MOST_SEATS } from './offered.ts'

type Props = {
	event: Listed
	business: string
	values: Draft
	seats: string
	errors: ContactErrors
	message?: string
	answer?: object
}

/** A place on the waiting list: who, and for how many. */
export function WaitForm({ event, business, values, seats, errors, message, answer }: Props) {
	const busy = useNavigation().state === 'submitting'
	const form = useAnswerFocus<HTMLFormElement>(answer)
	return (
		<Form method="post" noValidate ref={form} className={styles.form}>
			<p>
				Dieser Kurs ist ausgebucht. Wird ein Platz frei, schreiben wir Ihnen und halten ihn für Sie, höchstens einen Tag
				und nur einmal. Erst dann entscheiden Sie, ob Sie buchen.
			</p>
			{message ? <Notice kind="danger" role="alert" title={message} /> : null}
			<SelectField name="seats" label="Wie viele Plätze?" defaultValue={seats}>
				{Array.from({ length: Math.min(event.seats, MOST_SEATS) }, (_, index) => (
					<option key={index} value={index + 1}>
						{seatsText(index + 1)}
					</option>
				))}
			</SelectField>
			<ContactFields
				id="wait"
				values={values}
				errors={errors}
				emailHint="Hierhin schreiben wir, wenn ein Platz frei wird. Erst bestätigen Sie die Adresse mit dem Link in einer E-Mail."
			/>
			<p className={styles.soft}>
				Ihre Angaben gehen nur an {business} und dienen dieser Warteliste. Mehr dazu in den{' '}
				<Link to={paths.dataProtection()}>Hinweisen zum Datenschutz</Link>.
			</p>
			<Button name="intent" value="wait" disabled={busy}>
				Auf die Warteliste
			</Button>
		</Form>
	)
}
