import type { z } from 'zod'
import { formatPrice } from '#app/lib/money.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { drawColumns, drawStack } from '#app/ui/plot/columns.server.ts'
import { changeIn, type Figure } from './figures.server.ts'
import { labelsOf } from './report-labels.ts'
import type { reportContract } from './reports.contracts.ts'
import type { Span } from './reports.ts'

type Answer = z.output<typeof reportContract>
type Parts = Answer['parts']

const total = (parts: Parts, of: (part: Parts[number]) => number): number =>
	parts.reduce((sum, part) => sum + of(part), 0)

/** Whether there is a time before to compare with: a new business has none. */
export const hasBefore = (parts: Parts): boolean => total(parts, (part) => part.visits_before + part.missed_before) > 0

/** What the visits come to, in each day, week or month; null without any. */
export function valueFigure(parts: Parts, span: Span): Figure | null {
	const [sum, before] = [total(parts, ({ cents }) => cents), total(parts, (part) => part.cents_before)]
	if (sum + before === 0) return null
	return {
		says: [formatPrice(sum), changeIn(sum, before)].filter(Boolean).join(' · '),
		drawing: drawColumns(
			parts.map((part) => ({
				...labelsOf(part, span),
				value: Math.round(part.cents / 100),
				before: hasBefore(parts) ? Math.round(part.cents_before / 100) : undefined,
			})),
			{ head: ['Zeit', 'Terminwert in Euro', 'Davor'], format: formatNumber },
		),
	}
}

/** Visits of people who came for the first time, and of those who came back. */
export function newcomersFigure(parts: Parts, span: Span): Figure | null {
	const [fresh, again] = [total(parts, (part) => part.fresh), total(parts, (part) => part.again)]
	if (fresh + again === 0) return null
	const change = changeIn(
		fresh,
		total(parts, (part) => part.fresh_before),
	)
	return {
		says: `${formatNumber(fresh)} neu${change ? ` (${change})` : ''}, ${formatNumber(again)} wieder da`,
		drawing: drawStack(
			[
				{ name: 'wieder da', values: parts.map((part) => part.again) },
				{ name: 'neu', values: parts.map((part) => part.fresh) },
			],
			parts.map((part) => labelsOf(part, span).label),
			{ head: ['Zeit'], format: formatNumber, short: parts.map((part) => labelsOf(part, span).short) },
		),
	}
}

/** The share of expected visits to which nobody came, in whole percent. */
export function missedFigure(parts: Parts, span: Span): Figure | null {
	const [missed, visits] = [total(parts, (part) => part.missed), total(parts, (part) => part.visits)]
	if (missed + visits === 0) return null
	const [earlier, all] = [total(parts, (part) => part.missed_before), total(parts, (part) => part.visits_before)]
	const before = earlier + all > 0 ? `, davor ${rateOf(earlier, all)} %` : ''
	return {
		says: `${rateOf(missed, visits)} % der Termine (${formatNumber(missed)})${before}`,
		drawing: drawColumns(
			parts.map((part) => ({
				...labelsOf(part, span),
				value: rateOf(part.missed, part.visits),
				before: hasBefore(parts) ? rateOf(part.missed_before, part.visits_before) : undefined,
				none: part.missed + part.visits === 0 ? 'keine Termine' : undefined,
			})),
			{ head: ['Zeit', 'Nicht erschienen', 'Davor'], format: (value) => `${value} %` },
		),
	}
}

/** Places on waiting lists that were asked for: those that led to a booking, and the others. */
export function waitsFigure({ parts, waits }: Answer, span: Span): Figure | null {
	const [asked, seated] = [sumOf(waits, 'asked'), sumOf(waits, 'seated')]
	if (asked === 0) return null
	const change = changeIn(asked, sumOf(waits, 'asked_before'))
	const each = parts.map(({ last }) => waits.find((wait) => wait.last === last) ?? { asked: 0, seated: 0 })
	return {
		says: `${formatNumber(asked)} gefragt${change ? ` (${change})` : ''}, ${formatNumber(seated)} gebucht`,
		drawing: drawStack(
			[
				{ name: 'gebucht', values: each.map((wait) => wait.seated) },
				{ name: 'ohne Platz', values: each.map((wait) => wait.asked - wait.seated) },
			],
			parts.map((part) => labelsOf(part, span).label),
			{ head: ['Zeit'], format: formatNumber, short: parts.map((part) => labelsOf(part, span).short) },
		),
	}
}

const sumOf = (waits: Answer['waits'], of: 'asked' | 'seated' | 'asked_before'): number =>
	waits.reduce((sum, wait) => sum + wait[of], 0)

const rateOf = (missed: number, visits: number): number =>
	missed + visits > 0 ? Math.round((missed / (missed + visits)) * 100) : 0
