import { Form } from 'react-router'
import { fieldOf, formMessage, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Tick } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { TextArea, TextField } from '#app/ui/text-field.tsx'

/** The stored data. `updated_at` comes back with the form, so that nobody overwrites what was saved in the meantime. */
export type KeptCustomer = {
	name: string
	email: string | null
	phone: string
	tags: string[]
	note: string
	blocked: boolean
	updated_at: string
}

type Props = { kept?: KeptCustomer; reply?: FormReply; mayManage: boolean }

/** The company's data about a customer; managers change it, staff read it. */
export function CustomerForm({ kept, reply, mayManage }: Props) {
	return (
		<Form method="post" noValidate key={kept?.updated_at}>
			<fieldset disabled={!mayManage} className={styles.form}>
				<FormMessage reply={reply} />
				{kept && formMessage(reply) ? <Differences kept={kept} reply={reply} /> : null}
				<input type="hidden" name="version" value={kept?.updated_at ?? ''} />
				<TextField {...fieldOf(reply, 'name', kept?.name)} label="Name" maxLength={120} autoComplete="off" />
				<TextField
					{...fieldOf(reply, 'email', kept?.email ?? '')}
					label="E-Mail"
					type="email"
					autoComplete="off"
					optional
				/>
				<TextField {...fieldOf(reply, 'phone', kept?.phone)} label="Telefon" type="tel" autoComplete="off" optional />
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
						checked={reply ? reply.initialValue?.blocked === 'on' : kept?.blocked}
					/>
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

/** Shows the present stored values where something else was typed. */
function Differences({ kept, reply }: { kept: KeptCustomer; reply?: FormReply }) {
	const stored = { Name: ['name', kept.name], 'E-Mail': ['email', kept.email ?? ''], Telefon: ['phone', kept.phone] }
	const rows = Object.entries({ ...stored, Merkmale: ['tags', kept.tags.join(', ')], Notiz: ['note', kept.note] })
	const other = rows.filter(([, [name = '', text = '']]) => fieldOf(reply, name).defaultValue.trim() !== text)
	if (other.length === 0) return null
	return (
		<dl className={styles.full}>
			{other.map(([label, [, text]]) => (
				<div key={label}>
					<dt>{label}, jetzt gespeichert:</dt>
					<dd>{text || 'nichts'}</dd>
				</div>
			))}
		</dl>
	)
}
