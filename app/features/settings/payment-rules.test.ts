import { describe, expect, it } from 'vitest'
import { ownRuleSchema, paymentRuleSchema } from './payment-rules.form.ts'
import { centsTyped, ruleText, ruleTyped } from './payment-rules.ts'

const LOCATION = '7f1c2d3e-0000-4000-8000-000000000001'
const faults = (changes: object) =>
	paymentRuleSchema.safeParse({ location: LOCATION, ...changes }).error?.issues.map(({ message }) => message) ?? []

describe('payment rules', () => {
	it('read euros as people type them', () => {
		expect(['20', '20,5', '20,50 €', '1 Euro', '20.50', '', '-3', '1,234'].map(centsTyped)).toEqual([
			...[2000, 2050, 2050, 100, undefined, undefined, undefined, undefined],
		])
	})

	it('want an amount for a deposit, and only then', () => {
		expect(faults({ mode: 'percent', amount: '20 %' })).toEqual([])
		expect(faults({ mode: 'full', amount: 'egal' })).toEqual([])
		expect(faults({ mode: 'percent', amount: '101' })).toEqual(['Bitte geben Sie ganze Prozent an, 1 bis 100.'])
		expect(faults({ mode: 'percent', amount: '12,5' })).toHaveLength(1)
		expect(faults({ mode: 'cents', amount: '0,50' })).toEqual(['Bitte geben Sie einen Betrag an, 1 bis 10.000 Euro.'])
		expect(faults({ mode: 'full', late: '50 %' })).toEqual([])
		expect(faults({ mode: 'full', late: '0' })).toEqual(['Bitte geben Sie ganze Prozent an, 1 bis 100, oder nichts.'])
		expect(faults({ mode: 'on_site', late: 'egal' })).toEqual([])
		expect(faults({ mode: 'bar' })).toEqual(['Bitte wählen Sie eine der Möglichkeiten.'])
	})

	it('of a single service name it', () => {
		expect(ownRuleSchema.safeParse({ location: LOCATION, mode: 'full', service: '' }).success).toBe(false)
		expect(ownRuleSchema.safeParse({ location: LOCATION, mode: 'full', service: LOCATION }).success).toBe(true)
	})

	it('are shown as they are stored', () => {
		const row = { mode: 'deposit', percent: null, cents: 1050, keeps_on_no_show: false, late_percent: 50 }
		expect(ruleTyped(row)).toMatchObject({ mode: 'cents', amount: '10,50', keeps: false, late: '50' })
		expect(ruleText(ruleTyped({ ...row, percent: 20, cents: null }))).toBe('20\u00A0% Anzahlung')
		expect(ruleTyped(undefined)).toMatchObject({ mode: 'on_site', keeps: true })
	})
})
