import { Form } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import styles from './account-offer.module.css'
import { PasswordField } from './password-field.tsx'
import { Consent } from './register-form.tsx'

/** Offers an account to somebody who has just booked: what they have typed is taken over, only the password is missing. */
export function AccountOffer({ name, email, phone }: { name: string; email: string; phone: string }) {
	return (
		<section aria-labelledby="konto" className={styles.offer}>
			<h2 id="konto">Alle Termine an einem Ort</h2>
			<p>
				Ihr Konto ist fast fertig: Name und E-Mail sind schon da. Nötig ist es nicht, der Link in der E-Mail genügt.
			</p>
			<Form method="post" action={paths.register()} className={styles.form}>
				{Object.entries({ name, email, phone }).map(([field, value]) => (
					<input key={field} type="hidden" name={field} value={value} />
				))}
				<PasswordField autoComplete="new-password" hint="Mindestens 8 Zeichen" />
				<Consent />
				<div>
					<Button kind="secondary">Konto anlegen</Button>
				</div>
			</Form>
		</section>
	)
}
