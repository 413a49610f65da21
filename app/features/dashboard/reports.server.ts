import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { demandFigure } from './demand-figure.server.ts'
import type { Figure } from './figures.server.ts'
import { demandContract } from './reports.contracts.ts'
import type { Span } from './reports.ts'

export type Report = Figure & { title: string; note: string }

/** The plots of a location's last days up to today, a local date; those without anything to show are left out. */
export async function loadReports(client: Client, location: string, today: string, days: Span): Promise<Report[]> {
	const asked = { p_location: location, p_last: today, p_days: days }
	const demand = invariantData(await call(client, 'demand_by_hour', demandContract, asked))
	return [
		titled(
			'Gesucht gegen frei',
			'Suchen in Ihrer Stadt nach Ihren Kategorien, je Stunde, die gewünscht war. Gerahmt: meist war nichts frei. Weniger als fünf Suchen werden nicht gezeigt.',
			demandFigure(demand),
		),
	].flat()
}

const titled = (title: string, note: string, figure: Figure | null): Report[] =>
	figure ? [{ title, note, ...figure }] : []
