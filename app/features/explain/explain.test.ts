import { expect, it } from 'vitest'
import {
	againstTexts,
	type Answer,
	namedReasonText,
	type Reason,
	reasonText,
	summaryText,
	targetOf,
} from './explain.ts'

const because = (reason: string, more: Partial<Reason> = {}): string => reasonText({ reason, ...more }, 'Europe/Berlin')

const REASONS = [
	...['not_offered', 'inactive', 'closed', 'outside_hours', 'break', 'busy', 'buffer', 'held', 'notice', 'horizon'],
	...['off_grid', 'resource', 'blocked', 'event', 'by_phone', 'addon_alone'],
]

it('has a sentence of its own for every reason of the database, and one for others', () => {
	expect(new Set(REASONS.map((reason) => because(reason))).size).toBe(REASONS.length)
	expect(because('new_reason')).toBe('Diese Zeit wird nicht angeboten.')
})

it('names what is in the way, in the local time of the location', () => {
	const hour = { from: '2026-11-21T09:00:00Z', to: '2026-11-21T10:00:00Z' }
	expect(because('busy', { ...hour, customer: 'Mia' })).toBe('Belegt durch den Termin von Mia (10:00–11:00 Uhr).')
	expect(because('busy', hour)).toBe('Belegt durch einen anderen Termin (10:00–11:00 Uhr).')
	expect(because('held', { ...hour, customer: 'Mia' })).toBe(
		'Vorschlag an Mia, noch nicht beantwortet (10:00–11:00 Uhr).',
	)
	const holiday = { from: '2026-11-20T23:00:00Z', to: '2026-11-27T23:00:00Z', text: 'Urlaub' }
	expect(because('closed', holiday)).toBe('Abwesend: Urlaub (Sa., 21. Nov. 2026 bis Fr., 27. Nov. 2026).')
	expect(because('closed', { ...holiday, to: '2026-11-21T23:00:00Z', everyone: true })).toBe(
		'Geschlossen: Urlaub (Sa., 21. Nov. 2026, ganztägig).',
	)
	expect(because('outside_hours', { hours: [] })).toBe('Arbeitet an diesem Tag nicht.')
	expect(because('outside_hours', { hours: [hour] })).toContain('an diesem Tag 10:00–11:00 Uhr')
	expect(because('buffer', hour)).toContain('in die freie Arbeitszeit (10:00')
	const resources = [{ name: 'Kabine 1', customer: 'Mia', ...hour }]
	expect(because('resource', { kind: 'Raum', resources })).toBe(
		'Raum nicht frei: Kabine 1 durch den Termin von Mia (10:00–11:00 Uhr).',
	)
	expect(because('resource', { kind: 'Raum', resources: [] })).toBe('Raum nicht frei.')
	expect(because('horizon', { last_day: '2027-01-20' })).toContain('20. Jan. 2027')
})

it('names the person for members who book by hand', () => {
	const hour = { from: '2026-11-24T09:00:00Z', to: '2026-11-24T10:00:00Z' }
	const day = { from: '2026-11-23T23:00:00Z', to: '2026-11-24T23:00:00Z' }
	const against = (reason: string, more: Partial<Reason> = {}): string =>
		namedReasonText('Jonas', { reason, ...more }, 'Europe/Berlin')
	expect(against('closed', { ...day, text: 'Urlaub' })).toBe(
		'Jonas ist abwesend: Urlaub (Di., 24. Nov. 2026, ganztägig).',
	)
	expect(against('closed', { ...day, everyone: true })).toBe('Geschlossen (Di., 24. Nov. 2026, ganztägig).')
	expect(against('outside_hours', { hours: [] })).toBe('Jonas arbeitet an diesem Tag nicht.')
	expect(against('outside_hours', { hours: [hour] })).toBe(
		'Außerhalb der Arbeitszeit von Jonas (an diesem Tag 10:00–11:00 Uhr).',
	)
	expect(against('busy', { ...hour, customer: 'Mia' })).toBe('Bei Jonas steht der Termin von Mia (10:00–11:00 Uhr).')
	expect(new Set([...REASONS, 'past'].map((reason) => against(reason))).size).toBe(REASONS.length + 1)
	const both = [{ employee_id: 'a', employee_name: 'Jonas', reasons: [{ reason: 'past' }, { reason: 'past' }] }]
	expect(againstTexts(both, 'Europe/Berlin')).toEqual(['Diese Zeit ist schon vorbei.'])
})

it('leads staff to appointments they may see, managers to all that can be changed', () => {
	expect(targetOf({ reason: 'busy', appointment_id: 'a' }, false)).toMatchObject({ to: 'appointment', id: 'a' })
	expect(targetOf({ reason: 'busy' }, true)).toBeNull()
	expect(targetOf({ reason: 'held', appointment_id: 'a' }, true)).toBeNull()
	for (const reason of REASONS) expect(targetOf({ reason }, false)).toBeNull()
	for (const reason of REASONS.filter((one) => !['busy', 'held', 'resource', 'blocked', 'event'].includes(one)))
		expect(targetOf({ reason }, true)?.words).toMatch(/ansehen$/)
})

it('sums the answers up', () => {
	const answer = (name: string, bookable: boolean): Answer => ({ employee: name, name, bookable, reasons: [] })
	expect(summaryText([answer('Anna', true), answer('Ben', false)])).toBe(
		'Diese Zeit ist frei und wird angeboten: Anna.',
	)
	expect(summaryText([answer('Ben', false)])).toContain('bei niemandem')
	expect(summaryText([answer('Ben', false)], true)).toBe('Bei Ben wird diese Zeit nicht angeboten.')
	expect(summaryText([])).toContain('noch niemand im Team')
})
