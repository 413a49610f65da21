import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Tick } from '#app/ui/form-parts.tsx'
import { Unsaved } from '#app/ui/unsaved.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { ANSWERS, type Typed } from './answers.ts'
import { StarsField } from './stars-field.tsx'
import styles from './review-form.module.css'

type Props = {
	values: Typed
	/** The name under which it appears. */
	author: string
	/** Why the last try was refused (docs/errors.md), and what to say. */
	refused?: { code: string; message: string }
	/** Whether there is a review that this replaces. */
	known: boolean
}

/** Stars, words and four questions about a visit. */
export function ReviewForm({ values, author, refused, known }: Props) {
	const busy = useNavigation().state !== 'idle'
	const form = useAnswerFocus<HTMLFormElement>(refused ? values : undefined)
	return (
		<Form method="post" noValidate ref={form} className={styles.form}>
			<Unsaved when={refused !== undefined} />
			<input type="hidden" name="version" value={values.version} />
			<StarsField chosen={values.rating} error={refused?.code === 'rating_invalid' ? refused.message : undefined} />
			<TextArea
				name="text"
				label="Ihre Worte"
				optional
				hint="Was hat Ihnen gefallen, was nicht? Bitte keine Angaben zu Ihrer Gesundheit und keine Namen von anderen."
				maxLength={2000}
				rows={5}
				defaultValue={values.text}
				error={refused?.code === 'text_too_long' ? refused.message : undefined}
			/>
			{ANSWERS.map(([name, question]) => (
				<fieldset key={name} className={styles.question}>
					<legend>{question}</legend>
					{[
						['ja', 'Ja'],
						['nein', 'Nein'],
						['', 'Keine Angabe'],
					].map(([value, label]) => (
						<label key={label}>
							<input type="radio" name={name} value={value} defaultChecked={values[name] === value} />
							{label}
						</label>
					))}
				</fieldset>
			))}
			<Tick
				name="anonymous"
				label={`Ohne meinen Namen veröffentlichen („Anonym“ statt „${author}“)`}
				checked={values.anonymous !== ''}
			/>
			<p className={styles.send}>
				<Button name="intent" value="save" disabled={busy}>
					{known ? 'Änderung veröffentlichen' : 'Bewertung veröffentlichen'}
				</Button>
			</p>
		</Form>
	)
}
