import { expect, it } from 'vitest'
import { actorText, changeTexts, withChanges } from './history.ts'

const line = { service: 'Schnitt', employee: 'Anna', minutes: 30, price_cents: 4500 }

it('says what has changed from what to what', () => {
	expect(changeTexts({ what: 'phone', old: '', new: '030 1' })).toEqual(['Telefon: – → 030 1'])
	const longer = { ...line, minutes: 45, employee: 'Ben' }
	expect(changeTexts({ what: 'lines', old: [line, line], new: [line, longer] })).toEqual([
		'Schnitt, 30 Min., Anna, 45,00\u00a0€ → Schnitt, 45 Min., Ben, 45,00\u00a0€',
	])
	expect(changeTexts({ what: 'lines', old: [line], new: [line, line] })).toHaveLength(1)
})

it('names the member who did it', () => {
	const bare = { id: 7, at: '', verb: 'edit', actor: 'business', to_state: 'confirmed', reason: '' } as const
	const change = { what: 'note', old: 'a', new: 'b' } as const
	const [event] = withChanges(
		[{ ...bare, old_starts_at: null, new_starts_at: null }],
		[{ event_id: 7, changes: [change] }],
		[{ event_id: 7, name: 'Anna' }],
	)
	expect(event).toMatchObject({ name: 'Anna', changes: [change] })
	expect([actorText(event!), actorText({ actor: 'customer', name: '' })]).toEqual(['Anna', 'Kund:in'])
})
