import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './frame.module.css'

/** Who has reported, once a reason is given. */
export function ReporterForm({ message, found }: { message?: string; found?: { name: string; email: string } }) {
	return (
		<Panel title="Wer gemeldet hat">
			{found ? (
				<p role="status">
					{found.name || 'Ohne Namen'}, {found.email}
				</p>
			) : (
				<Form method="post" className={styles.form}>
					<Failure message={message} />
					<TextField name="reason" label="Warum Sie das wissen müssen" hint="Steht im Protokoll." maxLength={500} />
					<Button kind="secondary" name="intent" value="reporter">
						Anzeigen
					</Button>
				</Form>
			)}
		</Panel>
	)
}
