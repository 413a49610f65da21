import { expect, test } from 'vitest'
import { lastVisitQuery, lastVisitText, lastVisitWish, readLastVisit } from './last-visit-filter.ts'

const read = (query: string) => readLastVisit(new URLSearchParams(query))

test.each([
	['da=seit&tag=90', { da: 'seit', tag: '90' }, '90'],
	['da=vor&tag=007 Tage', { da: 'vor', tag: '7' }, '7'],
	['tag=1.5.2026', { da: 'vor', tag: '2026-05-01' }, '01.05.2026'],
	['da=seit&tag=2026-05-01', { da: 'seit', tag: '2026-05-01' }, '01.05.2026'],
	['da=seit', {}, ''],
	['', {}, ''],
])('%s is read and written back', (query, address, shown) => {
	const filter = read(query)
	expect(filter.fault).toBeUndefined()
	expect(lastVisitQuery(filter)).toEqual(address)
	expect(lastVisitText(filter)).toBe(shown)
})

test('what cannot be read filters nothing and says so', () => {
	const filter = read('da=seit&tag=irgendwann')
	expect(filter.fault).toBe('Bitte geben Sie den Tag wie 05.12.2026 an, oder eine Zahl von Tagen bis 999.')
	expect(lastVisitText(filter)).toBe('irgendwann')
	expect(lastVisitQuery(filter)).toEqual({})
	expect(lastVisitWish(filter, 'Europe/Berlin', new Date())).toEqual({})
	for (const tag of ['31.2.2026', '1.1.9999', '1000', '\0'])
		expect(read(`tag=${encodeURIComponent(tag)}`).fault).toBeTruthy()
})

test('a number of days moves with today, a date stays', () => {
	const now = new Date('2026-05-10T22:30:00Z')
	// It is the 11th in Berlin.
	expect(lastVisitWish(read('da=seit&tag=10'), 'Europe/Berlin', now)).toEqual({
		p_last_from: '2026-04-30T22:00:00.000Z',
	})
	expect(lastVisitWish(read('da=vor&tag=1.1.2026'), 'Europe/Berlin', now)).toEqual({
		p_last_to: '2025-12-31T23:00:00.000Z',
	})
})
