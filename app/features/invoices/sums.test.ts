import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#backend/testing/property-runs.ts'
import { type InvoiceLine, reversalOf, type Vat } from './invoice.ts'
import { openCents, priced } from './sums.ts'
import { INVOICES } from './test-invoices.ts'

const line = (cents: number, vat: Vat = { kind: 'standard', percent: 19 }): InvoiceLine => ({
	...{ name: 'Termin', note: '', quantity: 1, cents, vat },
})

test('VAT is part of what was agreed', () => {
	const { net, tax, gross, groups } = priced({ basis: 'gross', lines: [line(4500)] })
	expect([net, tax, gross, groups.length]).toEqual([3782, 718, 4500, 1])
})

test('and comes on top of net prices, computed once for each rate', () => {
	const lines = [line(900), line(900), line(333), line(500, { kind: 'standard', percent: 7 })]
	const { groups, gross } = priced({ basis: 'net', lines })
	expect(groups.map(({ percent, net, tax }) => [percent, net, tax])).toEqual([
		[19, 2133, 405],
		[7, 500, 35],
	])
	expect(gross).toBe(3073)
})

test('a cent that is left goes to the line with the largest part of one', () => {
	// 86.55, 86.55 and 0.84 cents: together 174.
	const { lines, net } = priced({ basis: 'gross', lines: [line(103), line(103), line(1)] })
	expect([lines.map((one) => one.net), net]).toEqual([[87, 86, 1], 174])
	const three = priced({ basis: 'gross', lines: [line(100), line(100), line(100)] })
	expect([three.lines.map((one) => one.net), three.net, three.tax]).toEqual([[84, 84, 84], 252, 48])
	const ten = priced({ basis: 'gross', lines: Array.from({ length: 10 }, () => line(101)) })
	expect(ten.lines.map((one) => one.net)).toEqual([85, 85, 85, 85, 85, 85, 85, 85, 85, 84])
})

test('without VAT gross is net', () => {
	const { net, tax, gross } = priced(INVOICES.smallBusiness)
	expect([net, tax, gross, openCents(INVOICES.smallBusiness)]).toEqual([6000, 0, 6000, 4500])
})

test('exemptions with different reasons stand apart', () => {
	const lines = [line(1, { kind: 'exempt', reason: 'A' }), line(2, { kind: 'exempt', reason: 'B' })]
	expect(priced({ basis: 'gross', lines }).groups).toHaveLength(2)
})

const anyVat = fc.constantFrom<Vat>(
	{ kind: 'standard', percent: 19 },
	{ kind: 'standard', percent: 7 },
	{ kind: 'small_business' },
	{ kind: 'reverse_charge' },
	{ kind: 'exempt', reason: '§ 4 Nr. 14 UStG' },
)
const anyLines = fc.array(fc.tuple(fc.integer({ min: -50_000, max: 500_000 }), anyVat), { minLength: 1, maxLength: 40 })

test('everything adds up, and a reversal is the same below zero', () => {
	fc.assert(
		fc.property(anyLines, fc.constantFrom('gross' as const, 'net' as const), (typed, basis) => {
			const lines = typed.map(([cents, vat]) => line(cents, vat))
			const sums = priced({ basis, lines })
			const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0)
			expect(sums.net + sums.tax).toBe(sums.gross)
			expect(total(sums.lines.map(({ net }) => net))).toBe(sums.net)
			expect(total(sums.lines.map(({ gross }) => gross))).toBe(sums.gross)
			expect(sums[basis]).toBe(total(typed.map(([cents]) => cents)))
			for (const { net, tax, percent } of sums.groups) {
				// Half a cent of the rounding, and what the VAT of half a cent of net is.
				expect(Math.abs(tax - (net * percent) / 100)).toBeLessThanOrEqual(0.6)
			}
			for (const one of sums.lines) {
				const percent = one.vat.kind === 'standard' ? one.vat.percent : 0
				expect(Math.abs(one.gross - one.net * (1 + percent / 100))).toBeLessThan(2)
			}
			const back = priced(reversalOf({ ...INVOICES.standard, basis, lines }, { number: 'X', issued_on: '2026-12-31' }))
			expect([back.net, back.tax, back.gross]).toEqual([-sums.net || 0, -sums.tax || 0, -sums.gross || 0])
			expect(back.lines.map(({ net }) => net)).toEqual(sums.lines.map(({ net }) => -net || 0))
		}),
		runs(300),
	)
})
