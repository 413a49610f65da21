import { Form, Link, useNavigation } from 'react-router'
import { type FormReply, fieldOf, formMessage } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { Step } from './order-step.tsx'
import styles from './order-steps.module.css'
import { WhenField, type WhenStored } from './when-field.tsx'
import { BudgetField, CategoryField, type CategoryGroup, PlaceFields } from './where-fields.tsx'

export type Stored = WhenStored &
	Record<'was' | 'kategorie' | 'wo' | 'umkreis' | 'personen' | 'fuer' | 'hoechstens' | 'nachricht', string>

type Props = {
	stored: Stored
	reply?: FormReply
	/** Categories that the words may mean. */
	suggested: { slug: string; name: string }[]
	groups: CategoryGroup[]
	today: string
	/** How many businesses that reaches, in words. */
	reach: string
	/** Hears that something was typed or chosen. */
	onTyped: (form: HTMLFormElement) => void
}

/** What, where, when and for how much; the next page shows what is free anyway. */
export function OrderForm({ stored, reply, suggested, groups, today, reach, onTyped }: Props) {
	const busy = useNavigation().state === 'submitting'
	const form = useAnswerFocus<HTMLFormElement>(reply)
	const field = (name: keyof Stored) => fieldOf(reply, name, String(stored[name]))
	return (
		<Form
			method="post"
			noValidate
			ref={form}
			className={styles.form}
			onInput={({ currentTarget }) => onTyped(currentTarget)}
		>
			<Failure message={formMessage(reply)} />
			<Step number={1} title="Was">
				<TextField
					label="Was brauchen Sie?"
					{...field('was')}
					maxLength={80}
					placeholder="Hochsteckfrisur, Massage, Reifenwechsel"
					required={false}
				/>
				{suggested.length ? (
					<fieldset className={styles.suggested}>
						<legend>Meinen Sie das?</legend>
						{suggested.map(({ slug, name }) => (
							<label key={slug}>
								<input type="radio" name="vorschlag" value={slug} />
								{name}
							</label>
						))}
					</fieldset>
				) : null}
				<CategoryField reply={reply} stored={stored.kategorie} groups={groups} none="Ich weiß nicht genau" />
			</Step>
			<Step number={2} title="Wo">
				<PlaceFields reply={reply} stored={stored} />
				<p role="status" className={styles.reached}>
					{reach}
				</p>
			</Step>
			<Step number={3} title="Wann">
				<WhenField reply={reply} stored={stored} today={today} />
			</Step>
			<Step number={4} title="Wie viel, und was noch">
				<div className={styles.pair}>
					<BudgetField reply={reply} stored={stored.hoechstens} />
					<SelectField label="Personen" {...field('personen')}>
						{Array.from({ length: 10 }, (_, index) => (
							<option key={index} value={index + 1}>
								{index + 1}
							</option>
						))}
					</SelectField>
				</div>
				<TextField label="Für wen, wenn nicht für Sie" {...field('fuer')} optional maxLength={120} autoComplete="off" />
				<TextArea
					label="Nachricht"
					{...field('nachricht')}
					optional
					rows={4}
					maxLength={1000}
					hint="Bitte keine Namen oder Telefonnummern: Nummern, Adressen und Links sehen Betriebe erst nach der Buchung."
				/>
			</Step>
			<div className={styles.actions}>
				<Button disabled={busy}>Weiter: Wer hat dann frei?</Button>
				<p className={styles.soft}>
					Noch wird nichts veröffentlicht. <Link to={paths.dataProtection()}>Datenschutz</Link>
				</p>
			</div>
		</Form>
	)
}
