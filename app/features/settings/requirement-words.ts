// What Stripe calls what it asks for (`identity.individual.date_of_birth`), and what an owner calls it. The first that fits counts.
const WORDS: [RegExp, string][] = [
	[/^access_lost$/, 'Stripe kennt diese Verbindung nicht mehr. Bitte wenden Sie sich an Stripe oder an uns.'],
	[/^unsupported$/, 'Stripe bietet für Ihr Unternehmen keine Kartenzahlung an.'],
	[/terms_of_service|tos_acceptance/, 'Zustimmung zu den Bedingungen von Stripe'],
	[/primary_verification|documents?\b|verification/, 'Ausweis oder Nachweis'],
	[/persons?_provided|representative|owners?|directors?|executives?/, 'Wer das Unternehmen führt und wem es gehört'],
	[/date_of_birth|\bdob\b/, 'Geburtsdatum'],
	[/\baddress\b/, 'Anschrift'],
	[/surname|given_name|first_name|last_name|\bname\b|registered_name/, 'Name'],
	[/phone/, 'Telefonnummer'],
	[/email/, 'E-Mail-Adresse'],
	[/tax_id|id_numbers?|vat_id|registration/, 'Steuernummer oder Registernummer'],
	[/bank|external_account|payout/, 'Bankverbindung für Auszahlungen'],
	[/\bmcc\b|product_description|profile|\burl\b|business_url/, 'Was Ihr Unternehmen anbietet, oder seine Webseite'],
	[/statement_descriptor|branding/, 'Name auf dem Kontoauszug Ihrer Kund:innen'],
	[/entity_type|business_type|structure/, 'Rechtsform'],
]

/** What Stripe asks of a business, in the words of its owner; each once, what nobody can name last. */
export function requirementWords(requirements: string[]): string[] {
	const known = requirements.map((one) => WORDS.find(([pattern]) => pattern.test(one))?.[1])
	const named = [...new Set(known.filter((word) => word !== undefined))]
	return known.includes(undefined) ? [...named, 'Weitere Angaben'] : named
}
