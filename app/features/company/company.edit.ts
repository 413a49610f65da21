import type { Typed } from '#app/features/shell/edit.ts'
import type { Company } from './company.ts'

export const COMPANY_LABELS = {
	...{
		name: 'Name',
		legal_name: 'Rechtlicher Name',
		representative: 'Vertreten durch',
		street: 'Straße und Hausnummer',
	},
	...{ postal_code: 'Postleitzahl', city: 'Ort', email: 'E-Mail', phone: 'Telefon', register_entry: 'Registereintrag' },
	...{ vat_id: 'USt-IdNr.', small_business: 'Kleinunternehmen' },
} satisfies Partial<Record<keyof Company, string>>

/** What the form of a company holds. */
export function companyTyped({ id: _id, state: _state, goes_at: _goesAt, small_business, ...texts }: Company): Typed {
	return { ...texts, small_business: small_business ? 'on' : '' }
}
