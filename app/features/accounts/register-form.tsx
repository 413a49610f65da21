import { Form, Link, useNavigation } from 'react-router'
import { shownCode } from '#app/features/partners/words.ts'
import { fieldOf, formMessage, type FormReply } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import styles from './auth-card.module.css'
import { PasswordField } from './password-field.tsx'

type Props = {
	audience: 'customer' | 'company'
	/** The hashes of the agreements that a company accepts here. */
	agreements?: string
	/** The code of the partner who has recommended the platform; an empty one is not known. */
	partnerCode?: string
	reply?: FormReply
}

/** Registration of a person or a business. */
export function RegisterForm({ audience, agreements, partnerCode, reply }: Props) {
	const busy = useNavigation().state === 'submitting'
	const company = audience === 'company'
	const message = formMessage(reply)
	const form = useAnswerFocus<HTMLFormElement>(reply)
	return (
		<>
			<h1>{company ? 'Unternehmen eintragen' : 'Konto anlegen'}</h1>
			<p className={styles.lead}>
				{company
					? 'In wenigen Schritten online: Standort, Leistungen, Arbeitszeiten.'
					: 'Damit sehen Sie Ihre Termine an einem Ort und buchen schneller.'}
			</p>
			<Form method="post" noValidate ref={form} className={styles.form}>
				<Failure message={message} />
				<Recommended code={partnerCode} />
				{company ? (
					<TextField
						{...fieldOf(reply, 'company_name')}
						label="Name des Unternehmens"
						autoComplete="organization"
						maxLength={120}
					/>
				) : null}
				<TextField {...fieldOf(reply, 'name')} label="Ihr Name" autoComplete="name" maxLength={120} />
				<TextField {...fieldOf(reply, 'email')} label="E-Mail" type="email" autoComplete="username" maxLength={254} />
				<PasswordField autoComplete="new-password" hint="Mindestens 8 Zeichen" error={reply?.error?.password?.[0]} />
				<TextField {...fieldOf(reply, 'phone')} label="Telefon" type="tel" autoComplete="tel" optional maxLength={40} />
				<Consent agreements={agreements} error={reply?.error?.consent?.[0]} />
				<Button wide disabled={busy}>
					{company ? 'Unternehmen eintragen' : 'Konto anlegen'}
				</Button>
			</Form>
			<p className={styles.more}>
				<Link to={company ? paths.loginCompany() : paths.login()}>Ich habe schon ein Konto</Link>
			</p>
		</>
	)
}

/** Says that the code of a link came along, and brings it back with the form; no cookie keeps it. */
export function Recommended({ code }: { code?: string }) {
	if (code === undefined) return null
	if (!code)
		return (
			<Notice kind="warning">
				<p>
					Diesen Empfehlungscode gibt es nicht. Einen anderen geben Sie in den ersten 14 Tagen unter „Unternehmen“ an.
				</p>
			</Notice>
		)
	return (
		<Notice>
			<input type="hidden" name="partner_code" value={code} />
			<p>
				Empfohlen mit dem Code <strong>{shownCode(code)}</strong>. Für Sie kostet das nichts.
			</p>
		</Notice>
	)
}

type ConsentProps = { agreements?: string; error?: string }

/** Agreement to the rules of use, and for a company to the `agreements` with the operator, whose hashes it sends back. */
export function Consent({ agreements, error }: ConsentProps) {
	return (
		<>
			{agreements === undefined ? null : <input type="hidden" name="agreements" value={agreements} />}
			<CheckField id="consent" name="consent" error={error}>
				Ich stimme den{' '}
				{agreements === undefined ? (
					<Link to={paths.terms()}>Nutzungsbedingungen</Link>
				) : (
					<>
						<Link to={paths.terms()}>Nutzungsbedingungen</Link>, den{' '}
						<Link to={paths.businessTerms()}>Geschäftsbedingungen für Unternehmen</Link> und der{' '}
						<Link to={paths.processingAgreement()}>Vereinbarung zur Auftragsverarbeitung</Link>
					</>
				)}{' '}
				zu. Die <Link to={paths.dataProtection()}>Hinweise zum Datenschutz</Link> habe ich gelesen.
			</CheckField>
		</>
	)
}
