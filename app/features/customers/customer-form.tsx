import { Form } from 'react-router'
import { dateText } from '#app/lib/calendar-date.ts'
import { fieldOf, type FormReply, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import { FormMessage, Tick } from '#app/ui/form-parts.tsx'
import { Meanwhile } from '#app/ui/meanwhile.tsx'
import styles from '#app/ui/panel.module.css'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import type { OnNumbers } from './customers.contracts.ts'
import { CUSTOMER_LABELS, customerTyped } from './customer.edit.ts'
import { onNumbersText } from './on-numbers.ts'

/** The stored data. */
export type KeptCustomer = {
	name: string
	email: string | null
	phone: string
	birthday: string | null
	tags: string[]
	note: string
	blocked: boolean
}

type Props = {
	kept?: KeptCustomer
	/** Whom a block hits as well. */
	sharing?: OnNumbers
	reply?: FormReply
	mayManage: boolean
}

/** The company's data about a customer; managers change it, staff read it. */
export function CustomerForm({ kept, sharing, reply, mayManage }: Props) {
	const sees = useSeesContacts()
	const typed = kept ? customerTyped(kept) : {}
	const shown = useShown(reply, typed)
	return (
		<Form method="post" noValidate key={shown}>
			<fieldset disabled={!mayManage} className={styles.form}>
				<FormMessage reply={reply} />
				{kept ? (
					<>
						<input type="hidden" name="shown" value={shown} />
						<Meanwhile {...{ shown, typed }} labels={CUSTOMER_LABELS} />
					</>
				) : null}
				<TextField {...fieldOf(reply, 'name', kept?.name)} label="Name" maxLength={120} autoComplete="off" />
				{kept && !sees ? (
					<p className={styles.full}>
						<ContactHidden more="Sie bleiben, wie sie sind." />
					</p>
				) : (
					<>
						<TextField
							{...fieldOf(reply, 'email', kept?.email ?? '')}
							label="E-Mail"
							type="email"
							autoComplete="off"
							optional
						/>
						<TextField
							{...fieldOf(reply, 'phone', kept?.phone)}
							label="Telefon"
							type="tel"
							autoComplete="off"
							optional
						/>
						<TextField
							{...fieldOf(reply, 'birthday', dateText(kept?.birthday ?? ''))}
							label="Geburtstag"
							hint="Zum Beispiel: 24.12.1980"
							autoComplete="off"
							optional
						/>
					</>
				)}
				<TextField
					{...fieldOf(reply, 'tags', kept?.tags.join(', '))}
					label="Merkmale"
					hint="Mit Kommas getrennt, zum Beispiel: Stammkundin, Farbe"
					autoComplete="off"
					optional
				/>
				<div className={styles.full}>
					<TextArea
						{...fieldOf(reply, 'note', kept?.note)}
						label="Notiz"
						hint="Nur für Ihr Team. Angaben zur Gesundheit gehören nicht hierher."
						maxLength={4000}
						optional
					/>
				</div>
				<div className={styles.full}>
					<Tick
						name="blocked"
						label="Online-Buchung sperren: Wer gesperrt ist, kann nur telefonisch buchen."
						checked={tickOf(reply, 'blocked', kept?.blocked)}
					/>
					{sharing && sharing.total > 0 ? (
						<p className={styles.soft}>{onNumbersText(sharing, kept?.blocked ?? false)}</p>
					) : null}
				</div>
				{mayManage ? (
					<Button name="intent" value="save" className={styles.send}>
						Speichern
					</Button>
				) : null}
			</fieldset>
		</Form>
	)
}
