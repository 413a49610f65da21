import { describe, expect, it } from 'vitest'
import { choicePath, readChoice, readDay, readInstant } from './choice.ts'

const A = '6a0d1f8e-0000-4000-8000-000000000001'
const B = '6a0d1f8e-0000-4000-8000-000000000002'

describe('readChoice', () => {
	it('reads what the address says', () => {
		const query = `service=${A}&service=${B}&employee=any&day=2026-11-23&start=2026-11-23T08:00:00Z&step=time`
		expect(readChoice(new URLSearchParams(query))).toEqual({
			services: [A, B],
			employee: 'any',
			day: '2026-11-23',
			start: '2026-11-23T08:00:00.000Z',
			hold: undefined,
			step: 'time',
		})
	})

	it('drops values that make no sense', () => {
		const query = `service=x&service=${A}&service=${A.toUpperCase()}&employee=1&day=2026-02-30&start=morgen&hold=%00&step=pay`
		expect(readChoice(new URLSearchParams(query))).toEqual({
			services: [A],
			employee: undefined,
			day: undefined,
			start: undefined,
			hold: undefined,
		})
	})

	it('takes at most ten services', () => {
		const query = Array.from({ length: 30 }, (_, index) => `service=6a0d1f8e-0000-4000-8000-0000000000${10 + index}`)
		expect(readChoice(new URLSearchParams(query.join('&'))).services).toHaveLength(10)
	})

	it('is written back into the address', () => {
		const path = choicePath('salon', { services: [A, B], employee: 'any', start: '2026-11-23T08:00:00.000Z' })
		expect(readChoice(new URL(path, 'http://x').searchParams)).toMatchObject({
			services: [A, B],
			employee: 'any',
			start: '2026-11-23T08:00:00.000Z',
		})
	})

	it('says who brought the person, if the address does', () => {
		const again = (from?: 'qr') =>
			readChoice(new URL(choicePath('salon', { services: [A], from }), 'http://x').searchParams)
		expect(again('qr').from).toBe('qr')
		expect(again()).not.toHaveProperty('from')
	})
})

describe('readDay and readInstant', () => {
	it('take real dates only', () => {
		expect(readDay('2028-02-29')).toBe('2028-02-29')
		expect(readDay('2026-02-29')).toBeUndefined()
		expect(readDay('2026-13-01')).toBeUndefined()
		expect(readDay(null)).toBeUndefined()
		expect(readInstant('2026-11-23T08:00:00+01:00')).toBe('2026-11-23T07:00:00.000Z')
		expect(readInstant('2026-11-23T25:00:00Z')).toBeUndefined()
		expect(readInstant('2026-11-23')).toBeUndefined()
	})
})
