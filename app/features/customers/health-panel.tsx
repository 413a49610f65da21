import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { fieldOf, formMessage, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { TextArea } from '#app/ui/text-field.tsx'
import { useAtOpening } from '#app/ui/use-at-opening.ts'
import type { Health } from './customers.contracts.ts'

type Props = { customer: string; present: boolean; opened?: Health; reply?: FormReply; zone: string }

/** Health data stands apart: it is opened on demand, and whoever opens it leaves a trace. */
export function HealthPanel({ customer, present, opened: loaded, reply, zone }: Props) {
	const opened = useAtOpening(loaded)
	const stored = opened?.note ?? ''
	const conflict = formMessage(reply) && fieldOf(reply, 'health').defaultValue.trim() !== stored
	return (
		<Panel title="Gesundheit">
			<p className={styles.soft}>
				Allergien und Unverträglichkeiten stehen getrennt von der Karte, in keiner Liste und keiner Datei. Wer sie
				öffnet, wird festgehalten.
			</p>
			{opened ? (
				<Form method="post" noValidate key={opened.updated_at}>
					<div className={styles.form}>
						<FormMessage reply={reply} />
						{conflict ? <p className={styles.full}>Jetzt gespeichert: {stored || 'nichts'}</p> : null}
						<input type="hidden" name="version" value={opened.updated_at ?? ''} />
						<div className={styles.full}>
							<TextArea
								{...fieldOf(reply, 'health', stored)}
								label="Angaben zur Gesundheit"
								hint={
									opened.updated_at
										? `Zuletzt von ${opened.updated_by ?? ''}, ${formatDate(opened.updated_at, zone)}, ${formatTime(opened.updated_at, zone)} Uhr. Leer gespeichert werden sie gelöscht.`
										: 'Nur was für den Besuch nötig ist, und nur mit Einwilligung.'
								}
								maxLength={2000}
								optional
							/>
						</div>
						<Button name="intent" value="health" kind="secondary" className={styles.send}>
							Angaben zur Gesundheit speichern
						</Button>
					</div>
				</Form>
			) : (
				<p>
					<Link to={`${adminPaths.customer(customer)}?gesundheit=1`} preventScrollReset>
						{present ? 'Angaben öffnen' : 'Angaben eintragen'}
					</Link>
				</p>
			)}
		</Panel>
	)
}
