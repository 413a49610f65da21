import { expect, test } from 'vitest'
import { answerSchema } from './answer.form.ts'
import { startValue } from './offers.ts'

const PERSON = '00000000-0000-4000-8000-000000000001'
const schema = answerSchema('Europe/Berlin', '2026-11-27')
const typed = (changes: Record<string, unknown>) =>
	schema.safeParse({ key: PERSON, service: PERSON, hours: '24', ...changes })
const faults = (changes: Record<string, unknown>) => typed(changes).error?.issues.map(({ path }) => path[0])

test('an answer has the chosen times and another one as it is typed', () => {
	const start = '2026-12-01T09:00:00Z'
	expect(typed({ starts: startValue(start, PERSON), day: '2.12.', time: '18', price: '45,5' }).data).toMatchObject({
		starts: [
			{ start, person: PERSON },
			{ start: '2026-12-02T17:00:00.000Z', person: null },
		],
		price: 4550,
	})
	expect(typed({ starts: [startValue(start, PERSON)] }).data?.price).toBe(null)
})

test('says what is missing', () => {
	expect(faults({})).toEqual(['starts'])
	expect(faults({ day: '31.2.', time: '25' })).toEqual(['day', 'time'])
	expect(faults({ starts: ['x~y'] })).toEqual(['starts'])
	expect(faults({ starts: ['2026-12-01T09:00:00Z~'], price: 'viel' })).toEqual(['price'])
})
