import { Form, useSearchParams } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './profile.module.css'
import type { SecurityReply } from './security/security.ts'

type Props = {
	name: string
	phone: string
	email: string
	/** An address that both mailboxes have yet to confirm. */
	newEmail: string
	answer?: SecurityReply
}

const SAVED: Record<string, string> = {
	angaben: 'Ihre Angaben sind gespeichert.',
	adresse: 'Die Änderung ist unterwegs. Bitte bestätigen Sie sie in beiden Postfächern.',
	'neue-adresse': 'Ihre neue E-Mail-Adresse gilt jetzt.',
}

/** Name, phone and the mail address for signing in. */
export function PersonalData({ name, phone, email, newEmail, answer }: Props) {
	const [query] = useSearchParams()
	const saved = answer ? undefined : SAVED[query.get('gespeichert') ?? '']
	const own = answer?.form === 'profile' ? answer.reply : undefined
	const asked = answer?.form === 'email' ? answer.reply : undefined
	const message = own?.error?.['']?.[0] ?? answer?.failure
	return (
		<>
			{saved ? (
				<Notice kind="success" role="status">
					<p>{saved}</p>
				</Notice>
			) : null}
			<Failure message={message} />
			<section aria-label="Name und Telefon" className={styles.block}>
				<Form method="post" noValidate className={styles.form}>
					<TextField {...fieldOf(own, 'name', name)} label="Name" autoComplete="name" maxLength={120} />
					<TextField {...fieldOf(own, 'phone', phone)} label="Telefon" type="tel" autoComplete="tel" optional />
					<div className={styles.actions}>
						<Button kind="secondary" name="intent" value="profile">
							Angaben speichern
						</Button>
					</div>
				</Form>
			</section>
			<section aria-labelledby="adresse" className={styles.block}>
				<h2 id="adresse">E-Mail-Adresse</h2>
				<p className={styles.lead}>
					Zurzeit <strong>{email}</strong>. Eine Änderung gilt, sobald Sie sie in beiden Postfächern bestätigt haben.
				</p>
				{newEmail ? (
					<Notice title="Änderung noch nicht bestätigt">
						<p>
							Neue Adresse: <strong>{newEmail}</strong>. Bitte öffnen Sie die Links in beiden E-Mails; sie gelten eine
							Stunde. Kommt im neuen Postfach nichts an, hat diese Adresse vielleicht schon ein anderes Konto.
						</p>
						<Form method="post">
							<Button kind="secondary" name="intent" value="email-resend">
								E-Mails noch einmal senden
							</Button>
						</Form>
					</Notice>
				) : null}
				<Form key={newEmail} method="post" noValidate className={styles.form}>
					<TextField
						{...fieldOf(asked, 'email')}
						label={newEmail ? 'Andere neue Adresse' : 'Neue Adresse'}
						type="email"
						autoComplete="email"
						maxLength={254}
					/>
					<div className={styles.actions}>
						<Button kind="secondary" name="intent" value="email">
							Adresse ändern
						</Button>
					</div>
				</Form>
			</section>
		</>
	)
}
