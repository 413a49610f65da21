import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import styles from './partnership.module.css'

type Props = {
	choices: { id: string; name: string }[]
	/** What is accepted, by the hash of the words. */
	terms: { hash: string; version: number }
	/** Whether the person takes part already. */
	further: boolean
	refused?: { message: string; field?: 'consent' }
}

/** Joins the programme for oneself, or for a company. */
export function JoinForm({ choices, terms, further, refused }: Props) {
	const busy = useNavigation().state === 'submitting'
	const form = useAnswerFocus<HTMLFormElement>(refused)
	const [only] = choices
	return (
		<section aria-labelledby="mitmachen" className={styles.block}>
			<h2 id="mitmachen">{further ? 'Weitere Teilnahme' : 'Mitmachen'}</h2>
			<p>Sie bekommen gleich einen Code und einen Link zum Weitergeben.</p>
			<Form method="post" noValidate ref={form} className={styles.form}>
				<Failure message={refused?.field ? undefined : refused?.message} />
				<input type="hidden" name="terms" value={terms.hash} />
				{choices.length > 1 ? (
					<SelectField name="company" label="Für wen?" hint="Die Belohnung geht dorthin.">
						{choices.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</SelectField>
				) : (
					<>
						<input type="hidden" name="company" value={only?.id} />
						{further ? <p>{only?.name}</p> : null}
					</>
				)}
				<CheckField id="consent" name="consent" error={refused?.field ? refused.message : undefined}>
					Ich nehme die <Link to={paths.partnerTerms(terms.version)}>Bedingungen des Partnerprogramms</Link> an.
				</CheckField>
				<Button name="intent" value="join" disabled={busy}>
					Mitmachen
				</Button>
			</Form>
		</section>
	)
}
