import { expect, it } from 'vitest'
import { momentText } from '#app/lib/dates.ts'
import { standing } from '#app/lib/seen.ts'
import { meanwhileText, readMeanwhile, restoreText } from './meanwhile.ts'

const zone = 'Europe/Berlin'
const now = new Date('2026-11-26T09:00:00Z')
const stands = {
	...{ starts_at: '2026-11-26T15:30:00Z', people: ['Anna Löwe'], actor: 'business' as const, by: 'Ben Kurz' },
	...{ at: '2026-11-26T07:51:00Z', seen: standing('2026-11-26T15:30:00Z', ['a']) },
}

it('says who has moved it when and where it stands', () => {
	const seen = [standing('2026-11-26T10:00:00Z', ['a'])]
	expect(meanwhileText(stands, seen, zone, now)).toBe(
		'Ben Kurz hat den Termin um 08:51 Uhr auf heute 16:30 Uhr verschoben, bei Anna Löwe.',
	)
	expect(meanwhileText({ ...stands, actor: 'customer', by: '' }, seen, zone, now)).toMatch(/^Die Kundin oder der Kunde/)
	expect(meanwhileText({ ...stands, actor: null, by: '', at: null }, seen, zone, now)).toBe(
		'Jemand hat den Termin inzwischen auf heute 16:30 Uhr verschoben, bei Anna Löwe.',
	)
})

it('says that only the person is another', () => {
	expect(meanwhileText(stands, [standing(stands.starts_at, ['b'])], zone, now)).toBe(
		'Ben Kurz hat den Termin um 08:51 Uhr an Anna Löwe gegeben.',
	)
})

it('says how long blocked time lasts now', () => {
	expect(meanwhileText({ ...stands, ends_at: '2026-11-26T16:00:00Z' }, [], zone, now)).toBe(
		'Ben Kurz hat die Sperrzeit um 08:51 Uhr auf heute 16:30–17:00 Uhr gelegt, bei Anna Löwe.',
	)
})

it('names the day of another day', () => {
	expect(momentText('2026-11-25T07:51:00Z', zone, now)).toBe('am Mi., 25. Nov. um 08:51 Uhr')
})

it('reads nothing out of other details', () => {
	for (const details of [null, '', '[]', '{}', 'confirmed']) expect(readMeanwhile(details)).toBeUndefined()
})

it('says who has cancelled what is to be taken back', () => {
	const doubt = { actor: 'customer', by: '', at: '2026-11-26T07:51:00Z', begun: false }
	expect(restoreText(JSON.stringify(doubt), zone, now)).toBe(
		'Die Kundin oder der Kunde hat den Termin um 08:51 Uhr abgesagt. Bitte nehmen Sie das nur zurück, wenn er wieder gewünscht ist.',
	)
	const begun = { ...doubt, actor: 'business', by: 'Ben Kurz', begun: true }
	expect(restoreText(JSON.stringify(begun), zone, now)).toBe(
		'Ben Kurz hat den Termin um 08:51 Uhr abgesagt. Er hat schon begonnen.',
	)
	expect(restoreText('cancelled', zone, now)).toBeUndefined()
})
