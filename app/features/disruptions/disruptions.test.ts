import { describe, expect, it } from 'vitest'
import {
	countsText,
	courseStateName,
	courseText,
	type DisruptedCourse,
	type DisruptionItem,
	itemText,
	periodText,
	stateName,
	summaryText,
	titleOf,
} from './disruptions.ts'

const zone = 'Europe/Berlin'
const now = new Date('2026-11-23T07:00:00Z')
const period = (starts_at: string, ends_at: string) => periodText({ starts_at, ends_at }, zone, now)

describe('periodText', () => {
	it('tells whole days without times, also when the clock changes', () => {
		expect(period('2026-11-22T23:00:00Z', '2026-11-23T23:00:00Z')).toBe('heute')
		expect(period('2026-11-22T23:00:00Z', '2026-11-25T23:00:00Z')).toBe('heute bis Mi., 25. Nov. 2026')
		expect(period('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe('So., 25. Okt. 2026')
	})

	it('tells times where a day is not whole', () => {
		expect(period('2026-11-23T11:00:00Z', '2026-11-23T17:00:00Z')).toBe('heute, 12:00 bis 18:00 Uhr')
		expect(period('2026-11-24T11:00:00Z', '2026-11-25T23:00:00Z')).toBe(
			'Di., 24. Nov. 2026, 12:00 bis Mi., 25. Nov. 2026, 24:00 Uhr',
		)
		expect(period('2026-11-23T11:00:00Z', '2026-11-23T23:00:00Z')).toBe('heute, 12:00 bis 24:00 Uhr')
	})
})

describe('rows', () => {
	const item: DisruptionItem = {
		...{
			appointment_id: 'a',
			state: 'open',
			why: null,
			starts_at: '2026-11-23T09:00:00Z',
			ends_at: '2026-11-23T09:30:00Z',
		},
		...{
			now_at: '2026-11-23T09:00:00Z',
			contact_name: 'Mia',
			contact_phone: '',
			contact_email: '',
			services: ['Schnitt'],
		},
		...{ people: ['Anna'], resource: null, elsewhere: null, proposal: null, options: [] },
	}
	const course: DisruptedCourse = {
		...{ event_id: 'e', title: 'Kurs', starts_at: item.starts_at, now_at: item.starts_at, state: 'open', booked: 3 },
		...{ person: 'Ben', room: null, unreachable: [], people: [], rooms: [] },
	}
	const proposal = {
		...{ starts_at: '2026-11-23T09:00:00Z', ends_at: '2026-11-23T09:30:00Z', answer_by: '2026-11-23T08:30:00Z' },
		...{ people: ['Ben'], away: 'Anna' },
	}

	it('say what is proposed, until when, and why somebody has to phone', () => {
		expect(itemText(item, zone, now)).toBe('')
		expect(itemText({ ...item, state: 'proposed', proposal }, zone, now)).toBe(
			'Vorschlag: heute 10:00 bei Ben, Antwort bis heute 09:30.',
		)
		expect(itemText({ ...item, state: 'call', why: 'unanswered', proposal }, zone, now)).toBe(
			'Hat noch nicht geantwortet. Vorschlag: heute 10:00 bei Ben, noch reserviert.',
		)
		expect(itemText({ ...item, state: 'accepted' }, zone, now)).toBe('Jetzt heute 10:00.')
		const moved = { ...item, state: 'moved' as const, resource: 'Raum 3' }
		expect(itemText(moved, zone, now)).toBe('Jetzt: Raum 3.')
		expect(stateName(moved)).toBe('Umgelegt')
		expect(stateName({ ...moved, now_at: '2026-11-23T10:00:00Z' })).toBe('Verschoben')
		expect(itemText({ ...moved, now_at: '2026-11-23T10:00:00Z' }, zone, now)).toBe('Jetzt heute 11:00.')
	})

	it('are counted by what is to do', () => {
		expect(countsText({ items: 0, unsettled: 0, call: 0, events: 0, events_open: 0 })).toBe('keine Termine betroffen')
		expect(countsText({ items: 12, unsettled: 4, call: 1, events: 0, events_open: 0 })).toBe(
			'3 offen, 1 anrufen, 8 erledigt',
		)
		expect(countsText({ items: 1, unsettled: 1, call: 0, events: 2, events_open: 1 })).toBe(
			'1 offen, 1 erledigt, 1 Kurs zu klären',
		)
		expect(summaryText({ items: [], events: [] })).toBe('keine Termine')
		expect(summaryText({ items: [item, { ...item, state: 'kept' }], events: [course] })).toBe(
			'2 Termine, 1 Kurs, 2 zu klären',
		)
		expect(summaryText({ items: [], events: [{ ...course, state: 'moved' }] })).toBe('1 Kurs, alles erledigt')
		const moved: DisruptedCourse = { ...course, state: 'moved', room: 'Saal' }
		expect([courseStateName(course), courseText(course, zone, now)]).toEqual(['Offen', ''])
		expect([courseStateName(moved), courseText(moved, zone, now)]).toEqual(['Umgelegt', 'Jetzt bei Ben, Saal.'])
		const later = { ...moved, now_at: '2026-11-23T10:00:00Z', room: null }
		expect([courseStateName(later), courseText(later, zone, now)]).toEqual([
			...['Verschoben', 'Jetzt heute 11:00, bei Ben.'],
		])
		expect(titleOf(null)).toBe('Der Standort bleibt geschlossen')
		expect(titleOf('Anna')).toBe('Anna fällt aus')
	})
})
