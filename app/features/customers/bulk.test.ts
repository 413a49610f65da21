import { expect, test } from 'vitest'
import { CUSTOMER_ACTIONS, customersText, readCustomerAction } from './bulk.ts'

test('each action is taken back by another one', () => {
	for (const [action, back] of Object.entries(CUSTOMER_ACTIONS)) expect(CUSTOMER_ACTIONS[back]).toBe(action)
	expect(readCustomerAction('untag')).toBe('untag')
	expect(readCustomerAction('toString')).toBeUndefined()
})

test.each([
	['tag', 1, 0, false, 'Eine Person hat jetzt das Merkmal „$& Farbe“.'],
	[
		'tag',
		2,
		1,
		false,
		'2 Personen haben jetzt das Merkmal „$& Farbe“. Bei einer ging es nicht: Mehr als 20 Merkmale hat niemand.',
	],
	['tag', 0, 2, false, 'Bei 2 ging es nicht: Mehr als 20 Merkmale hat niemand.'],
	['untag', 2, 0, true, 'Zurückgenommen: 2 Personen haben das Merkmal „$& Farbe“ nicht mehr.'],
	['block', 0, 0, false, 'Alle Gewählten sind schon gesperrt.'],
	['unblock', 1, 0, true, 'Zurückgenommen: Eine Person kann wieder online buchen.'],
] as const)('%s of %i and %i refused is said in words', (action, changed, refused, back, text) => {
	expect(customersText(action, { changed, refused, back, tag: '$& Farbe' })).toBe(text)
})
