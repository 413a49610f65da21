import type { z } from 'zod'
import { ORIGIN_NAMES, SOURCE_NAMES } from '#app/features/appointments/texts.ts'
import { drawShares } from '#app/ui/plot/rows.server.ts'
import type { Figure } from './figures.server.ts'
import type { reportContract } from './reports.contracts.ts'

type Answer = z.output<typeof reportContract>
type Row = { label: string; visits: number; before: number }

/** Short enough to stand beside a plot on a phone. */
const NAMES = {
	source: { ...SOURCE_NAMES, admin: 'von Hand' } as Record<string, string>,
	origin: { ...ORIGIN_NAMES, marketplace: 'Zeitplatz-Suche', own_link: 'eigener Link' } as Record<string, string>,
}

/** Through which door visits were booked (`source`), or who brought the customer (`origin`). */
export function sourceFigure({ sources }: Answer, by: 'source' | 'origin'): Figure | null {
	const kinds = [...new Set(sources.map((row) => row[by]))]
	const rows = kinds.map((kind) => {
		const own = sources.filter((row) => row[by] === kind)
		return { label: NAMES[by][kind] ?? kind, visits: total(own, 'visits'), before: total(own, 'before') }
	})
	return sharesFigure(
		rows.toSorted((one, other) => other.visits - one.visits),
		by === 'source' ? 'Weg' : 'Herkunft',
	)
}

const LEADS: Record<number, string> = {
	...{ 0: 'am selben Tag', 1: '1 Tag', 2: '2–3 Tage', 4: '4–7 Tage', 8: '8–14 Tage', 15: '15–30 Tage' },
	31: 'über 30 Tage',
}

/** How long before their visit people book. */
export function leadFigure({ leads }: Answer): Figure | null {
	return sharesFigure(
		leads.map(({ days, ...row }) => ({ label: LEADS[days] ?? String(days), ...row })),
		'Vorher',
	)
}

const total = (rows: { visits: number; before: number }[], of: 'visits' | 'before'): number =>
	rows.reduce((sum, row) => sum + row[of], 0)

function sharesFigure(rows: Row[], head: string): Figure | null {
	const [all, earlier] = [total(rows, 'visits'), total(rows, 'before')]
	if (all === 0) return null
	const most = rows.reduce((one, other) => (other.visits > one.visits ? other : one))
	return {
		says: `Am häufigsten: ${most.label}, ${Math.round((most.visits / all) * 100)} %`,
		drawing: drawShares(
			rows.map(({ label, visits, before }) => ({
				...{ label, share: visits / all, before: earlier > 0 ? before / earlier : null },
			})),
			[head, 'Anteil', 'Davor'],
		),
	}
}
