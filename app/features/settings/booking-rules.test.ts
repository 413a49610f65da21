import { expect, test } from 'vitest'
import { answersTo, type BookingRules, CHOICES, versionOf } from './booking-rules.ts'
import { bookingRulesSchema } from './settings.form.ts'

const RULES: BookingRules = {
	...{ notice_minutes: 90, horizon_days: 60, grid_minutes: 15, hold_minutes: 10, cancellation_hours: 24 },
	...{ confirms_by_hand: false, move_notice: 'ask' },
}
const choice = (name: string) => CHOICES.find((each) => each.name === name) as (typeof CHOICES)[number]

test('what is stored is among the answers, in its place and in words', () => {
	const answers = answersTo(choice('notice_minutes'), RULES.notice_minutes)
	expect(answers).toContainEqual(['90', 'bis 1 Stunde 30 Minuten vorher'])
	const values = answers.map(([value]) => Number(value))
	expect(values).toEqual(values.toSorted((one, other) => one - other))
	expect(answersTo(choice('cancellation_hours'), 24).map(([, words]) => words)).toEqual(
		expect.arrayContaining(['bis zum Beginn', 'bis 1 Stunde vorher', 'bis 24 Stunden vorher', 'bis 2 Tage vorher']),
	)
	expect(answersTo(choice('horizon_days'), 1)).toContainEqual(['1', '1 Tag'])
})

test.each(CHOICES)('the form takes every answer of its own: $question', ({ name, usual }) => {
	for (const value of usual) {
		const typed = { ...texts(RULES), [name]: String(value), version: versionOf(RULES), location: crypto.randomUUID() }
		expect(bookingRulesSchema.safeParse(typed).success, `${name} ${value}`).toBe(true)
	}
})

test('the version tells any two sets of rules apart', () => {
	expect(versionOf({ ...RULES })).toBe(versionOf(RULES))
	for (const { name } of CHOICES) expect(versionOf({ ...RULES, [name]: 7 })).not.toBe(versionOf(RULES))
	expect(versionOf({ ...RULES, move_notice: 'never' })).not.toBe(versionOf(RULES))
	expect(versionOf({ ...RULES, confirms_by_hand: true })).not.toBe(versionOf(RULES))
})

const texts = ({ confirms_by_hand: _byHand, ...numbers }: BookingRules) =>
	Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
