import { Form, Link, useNavigation } from 'react-router'
import { type FormReply, fieldOf, formMessage } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { SinceField, TrapField } from '#app/ui/trap-field.tsx'
import styles from './contact.module.css'
import { LONGEST_TEXT, SUBJECTS } from './subjects.ts'

type Props = { reply?: FormReply; stored: { thema: string; name: string; email: string }; since: number }

/** A message to the operator. */
export function ContactForm({ reply, stored, since }: Props) {
	const busy = useNavigation().state === 'submitting'
	return (
		<Form method="post" noValidate className={styles.form}>
			<Failure message={formMessage(reply)} />
			<SelectField label="Worum geht es?" {...fieldOf(reply, 'thema', stored.thema)}>
				<option value="">Bitte wählen</option>
				{SUBJECTS.map(({ word, label }) => (
					<option key={word} value={word}>
						{label}
					</option>
				))}
			</SelectField>
			<TextArea
				label="Ihre Nachricht"
				{...fieldOf(reply, 'text')}
				rows={7}
				maxLength={LONGEST_TEXT}
				hint="Geht es um einen Termin, nennen Sie bitte die Buchungsnummer. Passwörter fragen wir nie."
			/>
			<div className={styles.pair}>
				<TextField label="Ihr Name" {...fieldOf(reply, 'name', stored.name)} autoComplete="name" maxLength={120} />
				<TextField
					label="E-Mail"
					{...fieldOf(reply, 'email', stored.email)}
					type="email"
					autoComplete="email"
					maxLength={254}
				/>
			</div>
			<TrapField id="contact" />
			<SinceField reply={reply} since={since} />
			<div className={styles.actions}>
				<Button disabled={busy}>Nachricht senden</Button>
				<p>
					Wir verwenden Ihre Angaben nur für die Antwort. <Link to={paths.dataProtection()}>Datenschutz</Link>
				</p>
			</div>
		</Form>
	)
}
