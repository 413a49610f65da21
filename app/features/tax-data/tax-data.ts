import type { Database } from '#app/database.types.ts'
import type { Typed } from '#app/features/shell/edit.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { ibanText } from '#app/lib/iban.ts'

export type TaxData = Omit<Database['public']['Tables']['company_tax_data']['Row'], 'company_id' | 'updated_at'>
type Taxpayer = Database['public']['Enums']['taxpayer']

/** Who offers, as the form asks for it. */
export const TAXPAYERS: Record<Taxpayer, { name: string; words: string }> = {
	person: { name: 'Eine Person', words: 'Sie arbeiten auf eigene Rechnung, zum Beispiel als Einzelunternehmen.' },
	firm: { name: 'Ein Unternehmen', words: 'Zum Beispiel eine GmbH, GbR oder ein Verein.' },
}

export const TAX_LABELS: Record<keyof TaxData, string> = {
	...{ taxpayer: 'Wer anbietet', first_name: 'Vorname', last_name: 'Nachname', street: 'Straße und Hausnummer' },
	...{
		postal_code: 'Postleitzahl',
		city: 'Ort',
		country: 'Land',
		birthday: 'Geburtsdatum',
		tax_id: 'Steuer-Identifikationsnummer',
	},
	tax_country: 'Staat, der die Nummer vergeben hat',
	...{ tax_number: 'Steuernummer oder Wirtschafts-Identifikationsnummer', unregistered: 'In keinem Register' },
	...{ iban: 'IBAN', account_holder: 'Kontoinhaber:in' },
}

/** What stands in the form of the company instead. */
const COMPANY_LABELS: Record<string, string> = {
	...{ 'company.legal_name': 'Rechtlicher Name', 'company.street': 'Anschrift des Unternehmens' },
	'company.register_entry': 'Registereintrag',
}

/** The names of what `missing_tax_data` answers. `elsewhere`: those of the form of the company. */
export function missingLabels(missing: string[]): { here: string[]; elsewhere: string[] } {
	const labels: Record<string, string> = { ...TAX_LABELS, street: 'Anschrift' }
	return {
		here: missing.flatMap((name) => labels[name] ?? []),
		elsewhere: missing.flatMap((name) => COMPANY_LABELS[name] ?? []),
	}
}

/** What the form of tax data holds; nothing chosen before the first time. */
export function taxTyped(kept: TaxData | null): Typed {
	const shown: Partial<Record<string, string | null>> = kept
		? {
				...kept,
				...{ birthday: dateText(kept.birthday ?? ''), iban: ibanText(kept.iban) },
				unregistered: kept.unregistered ? 'on' : '',
			}
		: { country: 'DE', tax_country: 'DE' }
	return Object.fromEntries(Object.keys(TAX_LABELS).map((name) => [name, shown[name] ?? '']))
}
