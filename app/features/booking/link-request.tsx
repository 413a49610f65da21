import { Form } from 'react-router'
import { type FormReply, fieldOf, formMessage } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './link-request.module.css'

/** Asks for the address that a link is sent to, on the page that orders it. */
export function LinkRequest({ reply }: { reply?: FormReply }) {
	return (
		<Form method="post" noValidate className={styles.form}>
			<Failure message={formMessage(reply)} />
			<TextField
				{...fieldOf(reply, 'email')}
				label="E-Mail"
				type="email"
				hint="Die Adresse, mit der Sie gebucht haben."
				autoComplete="email"
				maxLength={254}
			/>
			<Button>Link anfordern</Button>
		</Form>
	)
}
