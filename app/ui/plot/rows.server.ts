import { scaleLinear } from 'd3-scale'
import type { Drawing, Mark, Word } from './drawing.ts'

const [ROW, BAR, FOOT] = [38, 20, 24]
/** Percent of the width that is kept free for the words at the end of a full bar. */
const ROOM = 26

export type Share = {
	label: string
	/** Both from 0 to 1; null where there is nothing to share. */
	share: number | null
	before: number | null
}

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`)

/** The change of a share, in points: "+6", "−5", empty without a previous period. */
export function changeOf({ share, before }: Pick<Share, 'share' | 'before'>): string {
	if (share === null || before === null) return ''
	const points = Math.round(share * 100) - Math.round(before * 100)
	return points === 0 ? '±0' : points > 0 ? `+${points}` : `−${-points}`
}

/** Shares of a whole as horizontal bars, with the previous period as a tick. @param head of the table: subject, share, previous share */
export function drawShares(shares: Share[], head: string[]): Drawing {
	const x = scaleLinear([0, 1], [0, 100 - ROOM]).clamp(true)
	const bottom = shares.length * ROW
	const width = (share: number | null): number => Math.round(x(share ?? 0) * 100) / 100
	return {
		...{ height: bottom + FOOT, named: true, lines: [] },
		scale: shares.map(({ label }, index) => ({ y: index * ROW + ROW / 2 + 5, label, line: false })),
		marks: shares.flatMap(({ label, share, before }, index): Mark[] => {
			const top = index * ROW + (ROW - BAR) / 2
			const says = `${label}: ${percent(share)}, davor ${percent(before)}`
			const bar: Mark = { kind: 'now', x: 0, y: top, width: width(share), height: BAR, says }
			return before === null
				? [bar]
				: [bar, { kind: 'before', x: width(before), y: top - 4, width: 0.6, height: BAR + 8 }]
		}),
		words: [
			...shares.map(({ share, before }, index): Word => {
				const text = [percent(share), changeOf({ share, before })].filter(Boolean).join('  ')
				return { x: Math.max(width(share), width(before)) + 2, y: index * ROW + ROW / 2 + 5, text, strong: true }
			}),
			...[0, 0.5, 1].map((share): Word => {
				return { x: width(share), y: bottom + FOOT - 6, text: percent(share), anchor: share > 0 ? 'middle' : 'start' }
			}),
		],
		table: { head, rows: shares.map(({ label, share, before }) => [label, percent(share), percent(before)]) },
	}
}
