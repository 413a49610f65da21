import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import { useSeesContacts } from '#app/ui/contact-data.tsx'
import { CustomerChoice } from './customer-choice.tsx'
import type { CustomerPage } from './customers.queries.server.ts'

type Relative = CustomerPage['customer']['relatives'][number]
type Props = { relatives: Relative[]; reply?: FormReply; rowReply?: FormReply; mayManage: boolean }

/** For whom the customer books, and who books for them. */
export function RelativesPanel({ relatives, reply, rowReply, mayManage }: Props) {
	const sees = useSeesContacts()
	const shown = useShown(reply, { count: String(relatives.length) })
	if (!mayManage && relatives.length === 0) return null
	return (
		<Panel title="Bucht auch für">
			{relatives.length === 0 ? (
				<p className={styles.soft}>Zum Beispiel für die Tochter oder den Vater, mit oder ohne eigene Karte.</p>
			) : null}
			<FormMessage reply={rowReply} />
			{relatives.length > 0 ? (
				<ul className={styles.list}>
					{relatives.map(({ id, customer, name, relation, books }) => (
						<li key={id} className={styles.item}>
							<span className={styles.words}>
								<span>{customer ? <Link to={adminPaths.customer(customer)}>{name}</Link> : name}</span>
								<span className={styles.soft}>
									{books
										? relation || 'Bucht für diese Person'
										: relation
											? `Bucht für diese Person (${relation})`
											: 'Bucht für diese Person hier'}
								</span>
							</span>
							{mayManage ? (
								<Form method="post" preventScrollReset>
									<input type="hidden" name="id" value={id} />
									<Button name="intent" value="part" kind="plain" aria-label={`Verbindung mit ${name} lösen`}>
										Lösen
									</Button>
								</Form>
							) : null}
						</li>
					))}
				</ul>
			) : null}
			{mayManage ? (
				<details className={styles.edit} open={reply ? true : undefined}>
					<summary>Person eintragen</summary>
					<Form method="post" noValidate key={shown} className={styles.form} preventScrollReset>
						<FormMessage reply={reply} />
						<CustomerChoice
							{...fieldOf(reply, 'relative')}
							label="Für wen"
							hint={sees ? 'Wer eine Karte hat, ist auch mit Telefon oder E-Mail zu finden.' : undefined}
							idName="relative_id"
							defaultId={fieldOf(reply, 'relative_id').defaultValue}
							maxLength={120}
						/>
						<TextField
							{...fieldOf(reply, 'relation')}
							label="Wer das ist"
							hint="Zum Beispiel: Tochter"
							maxLength={40}
							autoComplete="off"
							optional
						/>
						<Button name="intent" value="relative" kind="secondary" className={styles.send}>
							Person hinzufügen
						</Button>
					</Form>
				</details>
			) : null}
		</Panel>
	)
}
