import { dateText } from '#app/lib/calendar-date.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Prices } from './prices.ts'

/** "9 €": whole euros without cents. */
export const euros = (cents: number): string => formatPrice(cents).replace(',00', '')

/** The sentences about prices that several pages say. */
export function priceWords({ billed, billed_from, ...prices }: Prices) {
	const alone = prices.free_people === 1 ? 'alle, die allein arbeiten' : `Teams bis ${prices.free_people} Personen`
	const team = `für Teams ${euros(prices.person_cents)} je Person und Monat, höchstens ${euros(prices.team_cents)}`
	const share = `${prices.commission_percent} % des ersten Besuchs, höchstens ${euros(prices.commission_cap_cents)}; jeder weitere Besuch ist frei`
	return {
		today: billed
			? `0 € für ${alone}, ${team}, jeweils im Monat ohne Umsatzsteuer. Keine Mindestlaufzeit.`
			: `Heute kostet Zeitplatz nichts: keine Grundgebühr, keine Provision, keine Mindestlaufzeit.${billed_from ? ` Abgerechnet wird vom ${dateText(billed_from)} an.` : ''}`,
		notice: billed
			? 'Den Plan kündigen Sie jederzeit zum Ende des Monats, mit zwei Klicks.'
			: 'Bevor sich das ändert, unterrichten wir Sie. Wer dann nicht mitmachen möchte, geht und nimmt alle Daten mit.',
		share: billed
			? `Neue Kund:innen, die über unsere Suche kommen, kosten ${share}.`
			: `Geplant sind 0 € für ${alone}, und ${team}. Für neue Kund:innen, die über unsere Suche kommen, sind ${share.replace(';', ' geplant;')}.`,
		never:
			'Für Anfragen, Kontakte und Antworten auf Suchaufträge zahlen Sie nie. Ebenso wenig für Buchungen über Ihren eigenen Link oder QR-Code und für Menschen, die schon in Ihrer Kartei stehen.',
	}
}
