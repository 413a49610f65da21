import { expect, test } from 'vitest'
import { doneSteps, shownStep } from './setup.ts'

const checks = (...done: string[]) =>
	['address', 'coordinates', 'employee', 'service', 'offered', 'hours', 'imprint'].map((step) => ({
		step,
		done: done.includes(step),
	}))

test('a step is done when everything that it enters is there', () => {
	expect(doneSteps([])).toEqual([])
	expect(doneSteps(checks('address', 'coordinates', 'imprint'))).toEqual([])
	expect(doneSteps(checks('address', 'coordinates', 'imprint', 'employee', 'hours'))).toEqual(['ort', 'zeiten'])
	expect(doneSteps(checks('service'))).toEqual([])
})

test('the first open step is shown, and an earlier one when asked for, but none ahead of what is missing', () => {
	expect(shownStep(null, [])).toBe('ort')
	expect(shownStep('online', [])).toBe('ort')
	expect(shownStep('quatsch', ['ort'])).toBe('zeiten')
	expect(shownStep('ort', ['ort', 'zeiten'])).toBe('ort')
	expect(shownStep('leistungen', ['ort', 'zeiten', 'leistungen'])).toBe('leistungen')
	expect(shownStep(null, ['ort', 'zeiten', 'leistungen'])).toBe('online')
})
