import type { Figures } from './operator.contracts.ts'

type Group = { title: string; figures: [name: string, value: string][] }

const number = new Intl.NumberFormat('de-DE')
const percent = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 1 })

/** "12,5 %", or a dash where nothing could have been. */
export const share = (part: number, whole: number): string => (whole > 0 ? percent.format(part / whole) : '–')

/** "3,5 Std.", or a dash. */
const inHours = (hours: number | null): string =>
	hours === null ? '–' : `${number.format(Math.round(hours * 10) / 10)} Std.`

/** "45 Min.", "3,5 Std.", or a dash. */
export function inMinutes(minutes: number | null): string {
	return minutes !== null && minutes < 90
		? `${number.format(Math.round(minutes))} Min.`
		: inHours(minutes && minutes / 60)
}

/** The figures of the platform in words, as the page shows them. */
export function figureGroups({ orders, waiting, visits, searches, reports, companies }: Figures): Group[] {
	return [
		{
			title: 'Suchaufträge',
			figures: [
				['Suchaufträge', number.format(orders.total)],
				['mit Angebot in 4 Stunden', share(orders.answered, orders.ripe)],
				['bis zum ersten Angebot, in der Mitte', inMinutes(orders.first_offer_minutes)],
				['beendet mit Termin', share(orders.matched, orders.over)],
				['beendet, Angebote nie angesehen', number.format(orders.silent)],
				['reserviert je angenommenem Angebot', inHours(orders.held_hours)],
				['Mitteilungen je benachrichtigtem Unternehmen', orders.notices === null ? '–' : number.format(orders.notices)],
			],
		},
		{
			title: 'Wartelisten',
			figures: [
				['Plätze', number.format(waiting.total)],
				['beendet mit Termin', share(waiting.filled, waiting.over)],
				['angebotene Zeiten', number.format(waiting.offered)],
				['davon angenommen', share(waiting.accepted, waiting.offered)],
				['Benachrichtigungen', number.format(waiting.alerts)],
			],
		},
		{
			title: 'Termine und Suche',
			figures: [
				['Termine', number.format(visits.total)],
				['nicht erschienen', share(visits.missed, visits.total)],
				['Suchen', number.format(searches.total)],
				['Suchen ohne freie Zeit', share(searches.empty, searches.total)],
			],
		},
		{
			title: 'Meldungen',
			figures: [
				['eingegangen', number.format(reports.total)],
				['entschieden', number.format(reports.decided)],
				['bis zur Entscheidung, in der Mitte', inHours(reports.hours)],
				['offen', number.format(reports.open)],
				['offen seit mehr als 24 Stunden', number.format(reports.overdue)],
			],
		},
		{
			title: 'Unternehmen',
			figures: [
				['aktiv', number.format(companies.active)],
				['davon online', number.format(companies.published)],
				['neu', number.format(companies.fresh)],
				['insgesamt', number.format(companies.total)],
			],
		},
	]
}
