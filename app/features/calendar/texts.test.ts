import { expect, it } from 'vitest'
import { reasonText } from './texts.ts'

const zone = 'Europe/Berlin'
const because = (reason: string | null, detail: unknown = {}): string =>
	reasonText({ employee_name: 'Anna', bookable: reason === null, reason, detail }, zone)

it('says why a time is missing', () => {
	expect(because(null)).toContain('frei')
	expect(because('busy', { from: '2026-11-21T09:00:00Z', to: '2026-11-21T10:00:00Z', customer: 'Mia' })).toBe(
		'Belegt durch den Termin von Mia (10:00–11:00 Uhr).',
	)
	expect(because('closed', { reason: 'Urlaub' })).toBe('Geschlossen oder abwesend: Urlaub.')
	const resources = [{ name: 'Kabine 1', customer: 'Mia', from: '2026-11-21T09:00:00Z', to: '2026-11-21T10:00:00Z' }]
	expect(because('resource', { kind: 'Raum', resources })).toBe(
		'Raum nicht frei: Kabine 1 durch den Termin von Mia (10:00–11:00 Uhr).',
	)
	expect(because('resource', { kind: 'Raum', resources: [] })).toBe('Raum nicht frei.')
	expect(because('horizon', { last_day: '2027-01-20' })).toContain('20. Jan. 2027')
})

it('has a sentence for every reason of the database, and for others', () => {
	const reasons = [
		'not_offered',
		'inactive',
		'closed',
		'outside_hours',
		'break',
		'busy',
		'buffer',
		'held',
		'resource',
		'notice',
		'horizon',
		'off_grid',
	]
	expect(new Set(reasons.map((reason) => because(reason))).size).toBe(reasons.length)
	expect(because('new_reason')).toBe('Diese Zeit wird nicht angeboten.')
})
