import { formatPrice } from '#app/lib/money.ts'
import { PRICES } from './prices.ts'

const { personCents, teamCents, sharePercent, shareCents } = PRICES.planned

/** "9 €": whole euros without cents. */
export const euros = (cents: number): string => formatPrice(cents).replace(',00', '')

/** The sentences about prices that several pages say. */
export const PRICE_WORDS = {
	today: 'Heute kostet Zeitplatz nichts: keine Grundgebühr, keine Provision, keine Mindestlaufzeit.',
	notice:
		'Bevor sich das ändert, unterrichten wir Sie. Wer dann nicht mitmachen möchte, geht und nimmt alle Daten mit.',
	planned: `Geplant sind 0 € für alle, die allein arbeiten, und für Teams ${euros(personCents)} je Person und Monat, höchstens ${euros(teamCents)}. Für neue Kund:innen, die über unsere Suche kommen, sind ${sharePercent} % des ersten Besuchs geplant, höchstens ${euros(shareCents)}; jeder weitere Besuch ist frei.`,
	never:
		'Für Anfragen, Kontakte und Antworten auf Suchaufträge zahlen Sie nie. Ebenso wenig für Buchungen über Ihren eigenen Link oder QR-Code und für Menschen, die schon in Ihrer Kartei stehen.',
}
