import { expect, test } from 'vitest'
import { historyOf, type Mail, nextVisit, readHistoryView, type Visit } from './history.ts'

const visit = (id: string, starts_at: string, state: Visit['state'] = 'confirmed') =>
	({ id, starts_at, state }) as Visit
const mail = (id: string, created_at: string, sent_at: string | null = null) => ({ id, created_at, sent_at }) as Mail

test('visits and messages stand in one line of time, and each kind alone', () => {
	const visits = [visit('b', '2026-05-04T08:00:00+00:00'), visit('a', '2026-03-04T08:00:00+00:00')]
	const messages = [
		mail('m', '2026-01-01T08:00:00+00:00', '2026-04-01T10:00:00+02:00'),
		mail('n', '2026-03-05T08:00:00+00:00'),
	]
	const ids = (view: Parameters<typeof historyOf>[2]) => historyOf(visits, messages, view).map(({ id }) => id)
	expect(ids('alles')).toEqual(['b', 'm', 'n', 'a'])
	expect(ids('termine')).toEqual(['b', 'a'])
	expect(ids('nachrichten')).toEqual(['m', 'n'])
	expect(readHistoryView('nachrichten')).toBe('nachrichten')
	expect(readHistoryView('toString')).toBe('alles')
})

test('the next visit is the soonest that is still booked', () => {
	const now = new Date('2026-05-01T00:00:00Z')
	const visits = [
		visit('d', '2026-07-04T08:00:00Z'),
		visit('c', '2026-06-04T08:00:00Z', 'requested'),
		visit('b', '2026-05-04T08:00:00Z', 'cancelled'),
		visit('a', '2026-03-04T08:00:00Z'),
	]
	expect(nextVisit(visits, now)?.id).toBe('c')
	expect(nextVisit(visits.slice(2), now)).toBeUndefined()
})
