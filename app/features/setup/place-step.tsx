import { Form } from 'react-router'
import type { Company } from '#app/features/company/company.ts'
import { fieldOf, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel, type Refusal, replyTo, Tick } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'

/** Address, imprint and the first person in one form; what is known already is filled in. */
export function PlaceStep({ company, place, person, refusal }: Props) {
	const reply = replyTo(refusal, 'place')
	const stored = { ...company, ...place }
	return (
		<Panel title="Wo ist Ihr Geschäft?">
			<Form method="post" noValidate className={styles.form}>
				<FormMessage reply={reply} />
				<TextField {...fieldOf(reply, 'name', stored.name)} label="Name des Geschäfts" maxLength={120} />
				<TextField
					{...fieldOf(reply, 'street', stored.street)}
					label="Straße und Hausnummer"
					autoComplete="street-address"
				/>
				<TextField
					{...fieldOf(reply, 'postal_code', stored.postal_code)}
					label="Postleitzahl"
					hint="Den Ort finden wir dazu."
					inputMode="numeric"
					autoComplete="postal-code"
					maxLength={5}
				/>
				<TextField {...fieldOf(reply, 'phone', stored.phone)} label="Telefon" type="tel" autoComplete="tel" optional />
				<TextField {...fieldOf(reply, 'email', stored.email)} label="E-Mail" type="email" autoComplete="email" />
				<p className={`${styles.full} ${styles.soft}`}>
					Diese Angaben stehen auch im Impressum Ihrer Seite. Das verlangt das Gesetz.
				</p>
				<TextField
					{...fieldOf(reply, 'legal_name', company.legal_name || company.name)}
					label="Wer betreibt es?"
					hint="Rechtlicher Name: Ihr Vor- und Nachname, oder die Firma mit Rechtsform."
				/>
				<TextField
					{...fieldOf(reply, 'representative', company.representative || (person ?? ''))}
					label="Vertreten durch"
				/>
				{person === null ? (
					<input type="hidden" name="person" value={company.representative || company.name} />
				) : (
					<>
						<TextField
							{...fieldOf(reply, 'person', person)}
							label="Wer arbeitet hier als Erstes?"
							hint="Weitere Personen kommen unter Team dazu."
						/>
						<Tick name="self" label="Das bin ich selbst" checked={tickOf(reply, 'self', true)} />
					</>
				)}
				<Button name="intent" value="place" className={styles.send}>
					Weiter zu den Öffnungszeiten
				</Button>
			</Form>
		</Panel>
	)
}

type Props = {
	company: Company
	/** What the draft says already. */
	place: { name: string; street: string; postal_code: string; phone: string; email: string } | null
	/** The owner's name; null when there is a first person already. */
	person: string | null
	refusal?: Refusal
}
