import { Form } from 'react-router'
import { fieldOf, type FormReply, formMessage, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import styles from './report-form.module.css'
import { GROUNDS } from './targets.ts'

/** Says what is wrong with something on a public page (Art. 16 of Regulation (EU) 2022/2065). */
export function ReportForm({ reply }: { reply?: FormReply }) {
	return (
		<Form method="post" noValidate className={styles.form}>
			<Failure message={formMessage(reply)} />
			<SelectField {...fieldOf(reply, 'ground')} label="Worum geht es?">
				<option value="">Bitte wählen</option>
				{Object.entries(GROUNDS).map(([value, label]) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</SelectField>
			<TextArea
				{...fieldOf(reply, 'explanation')}
				label="Was ist daran nicht in Ordnung?"
				hint="Nennen Sie die Stelle und, wenn Sie es wissen, gegen welches Recht oder welche Regel sie verstößt."
				maxLength={4000}
				rows={5}
			/>
			<TextField {...fieldOf(reply, 'name')} label="Name" optional autoComplete="name" maxLength={120} />
			<TextField
				{...fieldOf(reply, 'email')}
				label="E-Mail"
				type="email"
				optional
				hint="Dorthin gehen die Eingangsbestätigung und unsere Entscheidung. Wer gemeldet wird, erfährt nicht, von wem."
				autoComplete="email"
				maxLength={254}
			/>
			<CheckField
				id="good_faith"
				name="good_faith"
				checked={tickOf(reply, 'good_faith')}
				error={fieldOf(reply, 'good_faith').error}
			>
				Meine Angaben sind nach bestem Wissen richtig und vollständig.
			</CheckField>
			<TrapField id="report" />
			<Button>Meldung senden</Button>
		</Form>
	)
}
