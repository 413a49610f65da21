import { Form, Link, useNavigation } from 'react-router'
import { type FormReply, formMessage } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { SinceField, TrapField } from '#app/ui/trap-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { ConsentField } from './consent-field.tsx'
import styles from './order-steps.module.css'
import { WhoFields } from './who-fields.tsx'

type Props = {
	reply?: FormReply
	contact: { name: string; email: string }
	secret: boolean
	until: string
	/** When the page was made, in milliseconds. */
	since: number
}

/** Whom the answers go to, and the button that sends the order off. */
export function ContactForm({ reply, contact, secret, until, since }: Props) {
	const busy = useNavigation().state === 'submitting'
	const form = useAnswerFocus<HTMLFormElement>(reply)
	return (
		<Form method="post" noValidate ref={form} className={styles.step}>
			<Failure message={formMessage(reply)} />
			<WhoFields reply={reply} contact={contact} />
			{secret ? (
				<ConsentField
					reply={reply}
					to="meine Angaben, auch zur Gesundheit, an passende Betriebe gehen"
					end="den Suchauftrag zurückziehe"
				/>
			) : null}
			<TrapField id="order" />
			<SinceField reply={reply} since={since} />
			<p className={styles.soft}>
				Name und Adresse sieht ein Betrieb erst, wenn Sie sein Angebot annehmen. Mehr in den{' '}
				<Link to={paths.dataProtection()}>Hinweisen zum Datenschutz</Link>.
			</p>
			<div className={styles.actions}>
				<Button disabled={busy}>Suchauftrag abschicken</Button>
				<p className={styles.soft}>Läuft bis {until}. Zurückziehen können Sie jederzeit.</p>
			</div>
		</Form>
	)
}
