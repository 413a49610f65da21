import { Form, Link, useNavigation } from 'react-router'
import { type FormReply, formMessage } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { SinceField, TrapField } from '#app/ui/trap-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { ConsentField } from './consent-field.tsx'
import { Step } from './order-step.tsx'
import styles from './order-steps.module.css'
import { WhenField, type WhenStored } from './when-field.tsx'
import { BudgetField, CategoryField, type CategoryGroup, PlaceFields } from './where-fields.tsx'
import { WhoFields } from './who-fields.tsx'

type Props = {
	stored: WhenStored & Record<'kategorie' | 'wo' | 'umkreis' | 'hoechstens', string>
	contact: { name: string; email: string }
	groups: CategoryGroup[]
	today: string
	/** When the page was made, in milliseconds. */
	since: number
	reply?: FormReply
}

/** What, where and when somebody wants to hear of free times. */
export function AlertForm({ stored, contact, groups, today, since, reply }: Props) {
	const busy = useNavigation().state === 'submitting'
	const form = useAnswerFocus<HTMLFormElement>(reply)
	// Only the database knows which trades need it.
	const asked = reply?.error?.einwilligung || reply?.initialValue?.einwilligung
	return (
		<Form method="post" noValidate ref={form} className={styles.form}>
			<Failure message={formMessage(reply)} />
			<Step number={1} title="Was und wo">
				<CategoryField reply={reply} stored={stored.kategorie} groups={groups} none="Bitte wählen" required />
				<PlaceFields reply={reply} stored={stored} />
				<div className={styles.pair}>
					<BudgetField reply={reply} stored={stored.hoechstens} />
				</div>
			</Step>
			<Step number={2} title="Wann">
				<WhenField reply={reply} stored={stored} today={today} />
			</Step>
			<Step number={3} title="Wohin schreiben wir?">
				<WhoFields reply={reply} contact={contact} />
				{asked ? (
					<ConsentField
						reply={reply}
						to="Zeitplatz meine Suche speichert, auch soweit sie etwas über meine Gesundheit verrät"
						end="die Benachrichtigung beende"
					/>
				) : null}
				<TrapField id="alert" />
				<SinceField reply={reply} since={since} />
				<p className={styles.soft}>
					Kein Betrieb sieht Ihre Suche. Mehr in den <Link to={paths.dataProtection()}>Hinweisen zum Datenschutz</Link>.
				</p>
			</Step>
			<div className={styles.actions}>
				<Button disabled={busy}>Sagen Sie mir Bescheid</Button>
				<p className={styles.soft}>Kostenlos. Beenden können Sie es jederzeit.</p>
			</div>
		</Form>
	)
}
