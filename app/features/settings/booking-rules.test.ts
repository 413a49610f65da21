import { expect, test } from 'vitest'
import { answersTo, type BookingRules, CHOICES, RULE_LABELS, rulesTyped, ruleWords } from './booking-rules.ts'
import { bookingRulesSchema } from './settings.form.ts'

const RULES: BookingRules = {
	...{ notice_minutes: 90, horizon_days: 60, grid_minutes: 15, hold_minutes: 10, cancellation_hours: 24 },
	offer_holds: 8,
	...{ confirms_by_hand: false, move_notice: 'ask', staff_absence: 'not', waitlist: 'automatic' },
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
		const typed = { ...texts(RULES), [name]: String(value), location: crypto.randomUUID() }
		expect(bookingRulesSchema.safeParse(typed).success, `${name} ${value}`).toBe(true)
	}
})

test('the form brings back every rule, and each has a name and words for a stored answer', () => {
	const changed = { ...RULES, move_notice: 'never', confirms_by_hand: true } as const
	expect(Object.keys(rulesTyped(RULES)).toSorted()).toEqual(Object.keys(RULES).toSorted())
	expect(rulesTyped(changed)).toMatchObject({ notice_minutes: '90', confirms_by_hand: 'on', move_notice: 'never' })
	expect(Object.keys(RULE_LABELS).toSorted()).toEqual(Object.keys(RULES).toSorted())
	expect(ruleWords('horizon_days', '30')).toBe('30 Tage')
	expect(ruleWords('move_notice', 'always')).toBe('immer')
})

const texts = ({ confirms_by_hand: _byHand, ...numbers }: BookingRules) =>
	Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
