import type { ReactNode } from 'react'
import styles from './contact-fields.module.css'
import { TextArea, TextField } from './text-field.tsx'
import { TrapField } from './trap-field.tsx'

export type ContactValues = { name: string; email?: string; phone?: string; note?: string; for_name?: string }

/** What the fields are called, also in the list of what is wrong. */
export const CONTACT_LABELS = {
	name: 'Name',
	email: 'E-Mail',
	phone: 'Telefon',
	for_name: 'Für wen?',
	note: 'Nachricht an den Betrieb',
}

type Props = {
	/** What the ids of the fields begin with. */
	id: string
	values: ContactValues
	errors: Partial<Record<keyof ContactValues, string>>
	/** What the mail address is for; without it, it is not asked for. */
	emailHint?: ReactNode
	phoneHint?: string
	/** Whether the customer can write to the business. */
	note?: boolean
	/** People whom the customer has booked for: then is asked who comes. Empty: a name can be typed. */
	relatives?: { name: string }[]
}

/** Who books, and how they are reached. A trap for programs is among the fields: a form with `website` in it is from none of ours. */
export function ContactFields({ id, values, errors, emailHint, phoneHint, note = false, relatives }: Props) {
	return (
		<>
			<TextField
				id={`${id}-name`}
				name="name"
				label={CONTACT_LABELS.name}
				autoComplete="name"
				maxLength={120}
				defaultValue={values.name}
				error={errors.name}
			/>
			{emailHint ? (
				<TextField
					id={`${id}-email`}
					name="email"
					type="email"
					label={CONTACT_LABELS.email}
					hint={emailHint}
					autoComplete="email"
					maxLength={254}
					defaultValue={values.email}
					error={errors.email}
				/>
			) : null}
			<TextField
				id={`${id}-phone`}
				name="phone"
				type="tel"
				label={CONTACT_LABELS.phone}
				optional
				hint={phoneHint}
				autoComplete="tel"
				maxLength={40}
				defaultValue={values.phone}
				error={errors.phone}
			/>
			{relatives ? (
				<ForWhom id={id} typed={values.for_name ?? ''} error={errors.for_name} relatives={relatives} />
			) : null}
			{note ? (
				<TextArea
					id={`${id}-note`}
					name="note"
					label={CONTACT_LABELS.note}
					optional
					maxLength={2000}
					rows={3}
					defaultValue={values.note}
					error={errors.note}
				/>
			) : null}
			<TrapField id={id} />
		</>
	)
}

/** What the choice of somebody whose name is typed sends. */
const OTHER = '-'

/** Who comes, as the fields say; '' for whoever books. @param field the value of a field, '' without it */
export function readForName(field: (name: string) => string): string {
	if (field('for_asked') === '') return field('for_name')
	const chosen = field('for_choice')
	return chosen === OTHER ? field('for_name') : chosen
}

type Whom = { id: string; typed: string; error?: string; relatives: { name: string }[] }

function ForWhom({ id, typed, error, relatives }: Whom) {
	const other = (
		<TextField
			id={`${id}-for_name`}
			name="for_name"
			label={relatives.length > 0 ? 'Name der Person' : CONTACT_LABELS.for_name}
			hint={relatives.length > 0 ? undefined : 'Nur, wenn jemand anderes kommt: der Name der Person.'}
			optional
			autoComplete="off"
			maxLength={120}
			defaultValue={relatives.some(({ name }) => name === typed) ? '' : typed}
			error={error}
		/>
	)
	if (relatives.length === 0) return other
	const known = relatives.some(({ name }) => name === typed)
	return (
		<fieldset className={styles.whom}>
			<legend>{CONTACT_LABELS.for_name}</legend>
			<input type="hidden" name="for_asked" value="ja" />
			<div className={styles.choices}>
				<label>
					<input type="radio" name="for_choice" value="" defaultChecked={typed === ''} />
					Für mich
				</label>
				{relatives.map(({ name }) => (
					<label key={name}>
						<input type="radio" name="for_choice" value={name} data-known defaultChecked={name === typed} />
						{name}
					</label>
				))}
				<label>
					<input type="radio" name="for_choice" value={OTHER} defaultChecked={typed !== '' && !known} />
					Jemand anderes
				</label>
			</div>
			<div className={styles.other}>{other}</div>
		</fieldset>
	)
}
