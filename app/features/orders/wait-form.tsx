import { Form, Link, useNavigation } from 'react-router'
import { type FormReply, fieldOf, formMessage, tickOf } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { SinceField, TrapField } from '#app/ui/trap-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { Step } from './order-step.tsx'
import styles from './order-steps.module.css'
import { WhenField, type WhenStored } from './when-field.tsx'
import { WhoFields } from './who-fields.tsx'

export type WaitFormData = {
	stored: WhenStored & { person: string }
	/** To choose from; empty where there is no choice. */
	people: { id: string; name: string }[]
	contact: { name: string; email: string; phone: string }
	business: string
	today: string
	/** When the page was made, in milliseconds. */
	since: number
	/** What "Zeit egal" means, for an earlier appointment. */
	any?: string
}

/** When somebody can come, and where to tell them that a time is free. */
export function WaitForm({
	stored,
	people,
	contact,
	business,
	today,
	since,
	any,
	reply,
}: WaitFormData & { reply?: FormReply }) {
	const busy = useNavigation().state === 'submitting'
	const form = useAnswerFocus<HTMLFormElement>(reply)
	return (
		<Form method="post" noValidate ref={form} className={styles.form}>
			<Failure message={formMessage(reply)} />
			<Step number={1} title="Wann können Sie?">
				<WhenField reply={reply} stored={stored} today={today} any={any} />
				{people.length > 1 ? (
					<SelectField label="Bei wem?" {...fieldOf(reply, 'person', stored.person)} required={false}>
						<option value="">Egal wer</option>
						{people.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</SelectField>
				) : null}
				<CheckField
					id="kurzfristig"
					name="kurzfristig"
					checked={tickOf(reply, 'kurzfristig')}
					error={reply?.error?.kurzfristig?.[0]}
					optional
				>
					Auch sofort: Sagen Sie mir auch Bescheid, wenn die Zeit in weniger als zwei Stunden beginnt.
				</CheckField>
			</Step>
			<Step number={2} title="Wem sagen wir Bescheid?">
				<WhoFields reply={reply} contact={contact}>
					<TextField
						label="Telefon"
						{...fieldOf(reply, 'phone', contact.phone)}
						type="tel"
						autoComplete="tel"
						optional
						maxLength={40}
					/>
				</WhoFields>
				<TrapField id="wait" />
				<SinceField reply={reply} since={since} />
				<p className={styles.soft}>
					{business} sieht, wofür und wann Sie warten; Namen und Kontakt erst, wenn Sie buchen. Mehr in den{' '}
					<Link to={paths.dataProtection()}>Hinweisen zum Datenschutz</Link>.
				</p>
			</Step>
			<div className={styles.actions}>
				<Button disabled={busy}>Auf die Warteliste</Button>
				<p className={styles.soft}>Kostenlos. Gebucht ist erst, wenn Sie einer Zeit zusagen.</p>
			</div>
		</Form>
	)
}
