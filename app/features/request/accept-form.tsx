import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { ContactFields } from '#app/ui/contact-fields.tsx'
import { EarlyStartField } from '#app/ui/early-start-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import styles from './accept-form.module.css'

export type AcceptErrors = Partial<Record<'name' | 'phone' | 'note' | 'early_start', string>>
type Props = {
	values: { name: string; phone: string; note: string }
	email: string
	/** What the customer is shown; the price is compared when it is booked. */
	cents: number
	/** Makes a repeated order the same order. */
	orderKey: string
	demand?: { text: string; hash: string }
	agreed: string
	errors: AcceptErrors
	message?: string
	answer?: object
	/** What the final button says. */
	order: string
	business: string
	/** An appointment moves: whose it is stands already. */
	moves?: boolean
	/** Everything about the booking once more. */
	children: ReactNode
}

/** Contact data, what is booked, and the final button directly below (§ 312j BGB). */
export function AcceptForm(props: Props) {
	const { values, email, cents, orderKey, demand, agreed, errors, message, answer, order, business, moves, children } =
		props
	const busy = useNavigation().state === 'submitting'
	const form = useAnswerFocus<HTMLFormElement>(answer)
	return (
		<Form method="post" noValidate ref={form} className={styles.form}>
			{message ? <Notice kind="danger" role="alert" title={message} /> : null}
			<input type="hidden" name="cents" value={cents} />
			<input type="hidden" name="key" value={orderKey} />
			{moves ? (
				<>
					<input type="hidden" name="name" value={values.name} />
					<input type="hidden" name="phone" value={values.phone} />
				</>
			) : (
				<ContactFields
					id="accept"
					values={values}
					errors={errors}
					phoneHint="Für kurzfristige Rückfragen des Betriebs."
					note
				/>
			)}
			<p className={styles.privacy}>
				Die Bestätigung geht an {email}.{' '}
				{moves ? (
					'Ihre Angaben bleiben, wie sie sind.'
				) : (
					<>
						Ihre Angaben bekommt nur {business}, erst mit der Buchung. Mehr dazu in den{' '}
						<Link to={paths.dataProtection()}>Hinweisen zum Datenschutz</Link>.
					</>
				)}
			</p>
			<EarlyStartField id="accept" demand={demand} agreed={agreed} error={errors.early_start} />
			{children}
			<Button name="intent" value="accept" wide disabled={busy} className={styles.order}>
				{order}
			</Button>
		</Form>
	)
}
