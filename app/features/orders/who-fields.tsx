import type { ReactNode } from 'react'
import { type FormReply, fieldOf } from '#app/lib/form.ts'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './order-steps.module.css'

type Props = { reply?: FormReply; contact: { name: string; email: string }; children?: ReactNode }

/** Who asks, and where answers go. */
export function WhoFields({ reply, contact, children }: Props) {
	return (
		<div className={styles.pair}>
			<TextField label="Ihr Name" {...fieldOf(reply, 'name', contact.name)} autoComplete="name" maxLength={120} />
			<TextField
				label="E-Mail"
				{...fieldOf(reply, 'email', contact.email)}
				type="email"
				autoComplete="email"
				maxLength={254}
			/>
			{children}
		</div>
	)
}
