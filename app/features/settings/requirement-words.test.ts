import { expect, it } from 'vitest'
import { requirementWords } from './requirement-words.ts'

it('says what Stripe asks for as an owner calls it, each once', () => {
	expect(
		requirementWords([
			...['identity.individual.date_of_birth', 'person_1.dob.day', 'configuration.merchant.something_new'],
			...['identity.individual.documents.primary_verification', 'defaults.profile.business_url', 'external_account'],
			...['identity.individual.address.city', 'identity.attestations.terms_of_service.account', 'identity.entity_type'],
		]),
	).toEqual([
		...['Geburtsdatum', 'Ausweis oder Nachweis', 'Was Ihr Unternehmen anbietet, oder seine Webseite'],
		...['Bankverbindung für Auszahlungen', 'Anschrift', 'Zustimmung zu den Bedingungen von Stripe', 'Rechtsform'],
		'Weitere Angaben',
	])
	expect(requirementWords([])).toEqual([])
})
