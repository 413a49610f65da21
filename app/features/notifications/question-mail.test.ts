import { expect, test } from 'vitest'
import { composeAnswer, composeQuestions } from './question-mail.ts'

const siteUrl = 'https://zeitplatz.example'
const envelope = { id: 'x', kind: 'question', recipient: 'mia@example.org' } as const
const toCustomer = (category: string, questions: { business: string | null; words: string }[]) => {
	const payload = { order_id: 'w', name: 'Mia', category, questions }
	return composeQuestions({ ...envelope, audience: 'customer', payload }, { siteUrl, secret: 'geheim' })
}

test('says who asks what, and leads to the answer', () => {
	const one = toCustomer('Friseur', [{ business: 'Salon Löwe', words: 'Wie lang sind Ihre Haare?' }])
	expect(one.subject).toBe('Eine Frage zu Ihrem Suchauftrag: Friseur')
	expect(one.text).toContain('Salon Löwe')
	expect(one.text).toContain('Wie lang sind Ihre Haare?')
	expect(one.text).toContain(`${siteUrl}/request/w?s=geheim#fragen`)
	const two = toCustomer('Friseur', [
		{ business: null, words: '' },
		{ business: 'Salon Löwe', words: 'Und?' },
	])
	expect(two.subject).toBe('Fragen zu Ihrem Suchauftrag: Friseur')
	expect(two.text).toContain('Ein Betrieb')
})

test('names nothing of an order on health', () => {
	const mail = toCustomer('', [])
	expect(mail.subject).toBe('Eine Frage zu Ihrem Suchauftrag')
	const payload = { order_id: 'w', location_id: 'l', location: 'Praxis', title: '', words: [] }
	const answer = composeAnswer({ ...envelope, audience: 'business', payload }, siteUrl)
	expect(answer.subject).toBe('Antwort auf Ihre Frage')
	expect(answer.text).not.toContain('Gesucht')
	expect(answer.text).toContain(`${siteUrl}/admin/offers/w?standort=l#fragen`)
})
