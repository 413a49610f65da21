import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { demandFigure } from './demand-figure.server.ts'
import { type Figure, useFigure } from './figures.server.ts'
import { hasBefore, missedFigure, newcomersFigure, valueFigure, waitsFigure } from './report-figures.server.ts'
import { leadFigure, sourceFigure } from './report-shares.server.ts'
import { demandContract, reportContract } from './reports.contracts.ts'
import type { Span } from './reports.ts'

export type Report = Figure & { title: string; note: string }

/** The plots of a location's last days up to today, a local date; those without anything to show are left out. */
export async function loadReports(client: Client, location: string, today: string, days: Span): Promise<Report[]> {
	const asked = { p_location: location, p_last: today, p_days: days }
	const [report, demand] = await Promise.all([
		call(client, 'report_figures', reportContract, asked),
		call(client, 'demand_by_hour', demandContract, asked),
	])
	const figures = invariantData(report)
	const before = hasBefore(figures.parts) ? `Strich: die ${days} Tage davor.` : ''
	return [
		titled('Terminwert', before, valueFigure(figures.parts, days)),
		titled('Auslastung je Person', `Belegte Zeit von der Arbeitszeit. ${before}`, useFigure(figures.people, 'Davor')),
		titled(
			'Neue und wiederkehrende Kund:innen',
			'Termine von Personen, die zum ersten Mal da sind, und von allen anderen. Wer in keiner Kartei steht, zählt nicht mit.',
			newcomersFigure(figures.parts, days),
		),
		titled(
			'Nicht erschienen',
			`Anteil der Termine, zu denen niemand kam. ${before}`,
			missedFigure(figures.parts, days),
		),
		titled('Gebucht über', before, sourceFigure(figures, 'source')),
		titled('Herkunft', `Wer die Kund:innen gebracht hat. ${before}`, sourceFigure(figures, 'origin')),
		titled('Wie lange im Voraus', `Zwischen Buchung und Termin. ${before}`, leadFigure(figures)),
		titled('Wartelisten', 'Plätze in vollen Kursen, nach denen gefragt wurde.', waitsFigure(figures, days)),
		titled(
			'Gesucht gegen frei',
			'Suchen in Ihrer Stadt nach Ihren Kategorien, je Stunde, die gewünscht war. Gerahmt: meist war nichts frei. Weniger als fünf Suchen werden nicht gezeigt.',
			demandFigure(invariantData(demand)),
		),
	].flat()
}

const titled = (title: string, note: string, figure: Figure | null): Report[] =>
	figure ? [{ title, note, ...figure }] : []
