import type { SubmissionResult } from '@conform-to/react'
import { Form } from 'react-router'
import { bookingNumber } from '#app/features/booking/number.ts'
import { fieldOf, formMessage } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import styles from './withdrawal-form.module.css'

type Reply = SubmissionResult | undefined

const LABELS = { name: 'Name', email: 'E-Mail', number: 'Buchungsnummer', statement: 'Mitteilung' }
const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[]

/** First step: who withdraws from which booking. `asked` is an unusual booking number that the visitor was already asked to check. */
export function WithdrawalForm({ reply, asked }: { reply: Reply; asked?: string }) {
	return (
		<Form method="post" noValidate className={styles.form}>
			<Failure message={formMessage(reply)} />
			<TextField {...fieldOf(reply, 'name')} label={LABELS.name} autoComplete="name" maxLength={120} />
			<TextField
				{...fieldOf(reply, 'email')}
				label={LABELS.email}
				type="email"
				hint="Die Adresse, mit der Sie gebucht haben. Dorthin geht die Eingangsbestätigung."
				autoComplete="email"
				maxLength={254}
			/>
			<TextField
				{...fieldOf(reply, 'number')}
				label={LABELS.number}
				hint="Zwölf Zeichen; sie stehen in Ihrer Bestätigung, zum Beispiel 3F2A-91BC-7D04."
				autoComplete="off"
				maxLength={40}
			/>
			<TextArea {...fieldOf(reply, 'statement')} label={LABELS.statement} optional maxLength={2000} rows={3} />
			{asked ? <input type="hidden" name="asked" value={asked} /> : null}
			<Button>Weiter</Button>
		</Form>
	)
}

/** The typed values as a list. */
export function Declared({ reply, more }: { reply: Reply; more?: [string, string] }) {
	const facts = NAMES.map((name): [string, string] => {
		const typed = typedOf(reply, name)
		return [LABELS[name], name === 'number' ? bookingNumber(typed) : typed]
	})
	return (
		<dl className={styles.facts}>
			{[...facts, ...(more ? [more] : [])].map(([label, value]) =>
				value ? (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				) : null,
			)}
		</dl>
	)
}

/** Second step: everything once more, and the button of § 356a BGB. */
export function WithdrawalConfirmation({ reply }: { reply: Reply }) {
	return (
		<Form method="post" className={styles.form}>
			<p>Hiermit widerrufe ich den Vertrag, den ich unter diesen Angaben geschlossen habe:</p>
			<Declared reply={reply} />
			{NAMES.map((name) => (
				<input key={name} type="hidden" name={name} value={typedOf(reply, name)} />
			))}
			<Button kind="danger" name="intent" value="confirm">
				Widerruf bestätigen
			</Button>
			<Button kind="plain" name="intent" value="change">
				Angaben ändern
			</Button>
		</Form>
	)
}

function typedOf(reply: Reply, name: string): string {
	const value = reply?.initialValue?.[name]
	return typeof value === 'string' ? value : ''
}
