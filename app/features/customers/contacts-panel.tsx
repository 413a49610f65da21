import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import { KINDS } from './contacts.ts'
import type { CustomerPage } from './customers.queries.server.ts'

type Contact = CustomerPage['customer']['contacts'][number]
type Props = { contacts: Contact[]; reply?: FormReply; rowReply?: FormReply; mayManage: boolean }

/** Further addresses, numbers and names; search and bookings find the customer by each of them. */
export function ContactsPanel({ contacts, reply, rowReply, mayManage }: Props) {
	const shown = useShown(reply, { count: String(contacts.length) })
	const sees = useSeesContacts()
	const changes = mayManage && sees
	if (!mayManage && contacts.length === 0) return null
	return (
		<Panel title="Weitere Kontaktdaten">
			<p className={styles.soft}>
				{!sees ? (
					<ContactHidden />
				) : contacts.length > 0 ? (
					'Wer mit einer dieser Angaben bucht oder gesucht wird, landet auf dieser Karte.'
				) : (
					'Weitere Nummern, Adressen oder ein früherer Name: Auch damit wird diese Karte gefunden.'
				)}
			</p>
			<FormMessage reply={rowReply} />
			{contacts.length > 0 ? (
				<ul className={styles.list}>
					{contacts.map((contact) => (
						<li key={contact.id} className={styles.item}>
							<span className={styles.words}>
								<span>{contact.text}</span>
								<span className={styles.soft}>{[KINDS[contact.kind], contact.label].filter(Boolean).join(' · ')}</span>
							</span>
							{changes ? <RowButtons contact={contact} /> : null}
						</li>
					))}
				</ul>
			) : null}
			{changes ? (
				<details className={styles.edit} open={reply ? true : undefined}>
					<summary>Weitere Angabe eintragen</summary>
					<Form method="post" noValidate key={shown} className={styles.form} preventScrollReset>
						<FormMessage reply={reply} />
						<SelectField {...fieldOf(reply, 'kind', 'phone')} label="Art">
							{Object.entries(KINDS).map(([kind, label]) => (
								<option key={kind} value={kind}>
									{label}
								</option>
							))}
						</SelectField>
						<TextField
							{...fieldOf(reply, 'value')}
							label="Nummer, Adresse oder Name"
							maxLength={254}
							autoComplete="off"
						/>
						<TextField
							{...fieldOf(reply, 'label')}
							label="Wofür"
							hint="Zum Beispiel: Arbeit, Mutter"
							maxLength={40}
							autoComplete="off"
							optional
						/>
						<Button name="intent" value="contact" kind="secondary" className={styles.send}>
							Angabe hinzufügen
						</Button>
					</Form>
				</details>
			) : null}
		</Panel>
	)
}

const FIRST = { phone: 'Als erste Nummer', email: 'Als erste Adresse', name: 'Als Name der Karte' }

function RowButtons({ contact: { id, kind, text } }: { contact: Contact }) {
	return (
		<Form method="post" className={styles.line} preventScrollReset>
			<input type="hidden" name="id" value={id} />
			<Button name="intent" value="first" kind="plain" aria-label={`${text}: ${FIRST[kind]}`}>
				{FIRST[kind]}
			</Button>
			<Button name="intent" value="drop" kind="plain" aria-label={`${text} entfernen`}>
				Entfernen
			</Button>
		</Form>
	)
}
