import { type ReactNode, useState } from 'react'
import { Form } from 'react-router'
import { fieldOf, type FormReply, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Tick } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'

type Props = {
	/** Sent once, however often the button is pressed. */
	submissionKey: string
	reply?: FormReply
	/** The field for the name, which finds known customers. */
	nameField: ReactNode
}

/** Enters somebody who has phoned or stands at the desk. */
export function ParticipantForm({ submissionKey, reply, nameField }: Props) {
	// What is typed stays when the page reloads its data.
	const [key] = useState(submissionKey)
	return (
		<Form method="post" noValidate className={panel.form} preventScrollReset>
			<FormMessage reply={reply} />
			<input type="hidden" name="key" value={key} />
			{nameField}
			<TextField {...fieldOf(reply, 'seats', '1')} label="Plätze" inputMode="numeric" />
			<TextField {...fieldOf(reply, 'email')} label="E-Mail" type="email" autoComplete="off" optional />
			<TextField {...fieldOf(reply, 'phone')} label="Telefon" type="tel" autoComplete="off" optional />
			<TextField {...fieldOf(reply, 'note')} label="Nachricht" maxLength={2000} autoComplete="off" optional />
			<Tick name="notify" label="Bestätigung per E-Mail schicken" checked={tickOf(reply, 'notify', true)} />
			<Button name="intent" value="add" className={panel.send}>
				Eintragen
			</Button>
		</Form>
	)
}
