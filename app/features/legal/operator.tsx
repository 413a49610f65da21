import type { OperatorField } from '#app/lib/context.server.ts'
import styles from './document.module.css'

export type Operator = Partial<Record<OperatorField, string>>

const MISSING: Record<OperatorField, string> = {
	name: 'Name des Betreibers fehlt (OPERATOR_NAME)',
	representative: 'Vertretungsberechtigte Person fehlt (OPERATOR_REPRESENTATIVE)',
	street: 'Straße und Hausnummer fehlen (OPERATOR_STREET)',
	place: 'Postleitzahl und Ort fehlen (OPERATOR_PLACE)',
	email: 'E-Mail-Adresse fehlt (OPERATOR_EMAIL)',
	phone: 'Telefonnummer fehlt (OPERATOR_PHONE)',
	register: 'Registereintrag fehlt, falls vorhanden (OPERATOR_REGISTER)',
	vatId: 'Umsatzsteuer-Identifikationsnummer fehlt, falls vorhanden (OPERATOR_VAT_ID)',
	host: 'Anbieter des Servers fehlt (OPERATOR_HOST)',
}

/** A fact about who runs the platform, or a mark that the setting for it is missing. */
export function OperatorFact({ operator, field }: { operator: Operator; field: OperatorField }) {
	const value = operator[field]
	return value ? value : <mark className={styles.missing}>{MISSING[field]}</mark>
}

/** Tells the operator which settings are still missing; shows nothing once all required ones are set. */
export function OperatorNotice({ operator }: { operator: Operator }) {
	const needed: OperatorField[] = ['name', 'representative', 'street', 'place', 'email', 'phone', 'host']
	if (needed.every((field) => operator[field])) return null
	return (
		<p className={styles.notice}>
			<b>Hinweis für den Betreiber:</b> Diese Seite ist noch nicht vollständig. Die markierten Angaben kommen aus den
			Einstellungen des Servers. Lassen Sie den Text vor dem Start rechtlich prüfen.
		</p>
	)
}
