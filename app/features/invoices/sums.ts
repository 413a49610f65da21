import type { Invoice, Vat } from './invoice.ts'

/** Cents of a line; net and gross differ by its share of the VAT. */
export type PricedLine = Invoice['lines'][number] & { net: number; gross: number }
/** Cents of all lines with the same VAT. */
export type VatGroup = { vat: Vat; percent: number; net: number; tax: number; gross: number }
export type Priced = { lines: PricedLine[]; groups: VatGroup[]; net: number; tax: number; gross: number }

/**
 * The sums of an invoice. VAT is computed once for each rate, from the sum of what was agreed, gross or net. What the lines show of it adds
 * up to the cent: the parts below a cent go to those with the largest. A reversal has the same amounts, negative.
 */
export function priced({ lines, basis }: Pick<Invoice, 'lines' | 'basis'>): Priced {
	const parts = lines.map((line) => ({ ...line, net: line.cents, gross: line.cents }))
	const groups: VatGroup[] = []
	for (const own of Map.groupBy(parts, ({ vat }) => keyOf(vat)).values()) {
		const [first] = own
		if (!first) continue
		const percent = percentOf(first.vat)
		const agreed = own.map(({ cents }) => cents)
		const sum = total(agreed)
		const tax = basis === 'gross' ? share(sum * percent, 100 + percent) : share(sum * percent, 100)
		const [net, gross] = basis === 'gross' ? [sum - tax, sum] : [sum, sum + tax]
		const spreads =
			basis === 'gross' ? spread(agreed, 100, 100 + percent, net) : spread(agreed, 100 + percent, 100, gross)
		for (const [at, part] of own.entries()) part[basis === 'gross' ? 'net' : 'gross'] = spreads[at] ?? part.cents
		groups.push({ vat: first.vat, percent, net, tax, gross })
	}
	const sums = (key: 'net' | 'tax' | 'gross'): number => total(groups.map((group) => group[key]))
	return {
		lines: parts,
		groups: groups.toSorted((a, b) => b.percent - a.percent),
		...{ net: sums('net'), tax: sums('tax'), gross: sums('gross') },
	}
}

/** Cents that have not been paid online, nor been set off. */
export const openCents = (invoice: Invoice): number => priced(invoice).gross - settledCents(invoice)

/** Cents that were paid online, or set off. */
export const settledCents = ({ payment }: Pick<Invoice, 'payment'>): number =>
	payment.kind === 'paid' ? payment.cents : (payment.credit ?? 0)

export const percentOf = (vat: Vat): number => (vat.kind === 'standard' ? vat.percent : 0)

const keyOf = (vat: Vat): string => JSON.stringify([vat.kind, percentOf(vat), vat.kind === 'exempt' ? vat.reason : ''])

const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0)

/** A quotient of whole numbers, rounded half away from zero. */
function share(dividend: number, divisor: number): number {
	const sign = dividend < 0 ? -1 : 1
	return sign * Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor)) || 0
}

/** Each value times `by` / `over`, in whole numbers that add up to `sum`. */
function spread(values: number[], by: number, over: number, sum: number): number[] {
	// Computed on the positive side, so that a reversal comes out the same.
	const lead = total(values) || (values.find((value) => value !== 0) ?? 0)
	const sign = lead < 0 ? -1 : 1
	const parts = values.map((value, place) => {
		const exact = sign * value * by
		const whole = Math.floor(exact / over)
		return { place, whole, rest: exact - whole * over }
	})
	const missing = sign * sum - total(parts.map(({ whole }) => whole))
	for (const part of parts.toSorted((a, b) => b.rest - a.rest || a.place - b.place).slice(0, missing)) part.whole += 1
	return parts.map(({ whole }) => sign * whole || 0)
}
