import type { Enums } from '#app/database.types.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { BadgeKind } from '#app/ui/badge.tsx'
import type { Evidence } from './billing.contracts.ts'

export const ITEM_STATES: Record<Enums<'commission_state'>, { label: string; kind: BadgeKind }> = {
	open: { label: 'Kommt auf die Rechnung', kind: 'waiting' },
	objected: { label: 'Einspruch wird geprüft', kind: 'waiting' },
	waived: { label: 'Entfällt', kind: 'good' },
	invoiced: { label: 'Berechnet', kind: 'quiet' },
}

type Bill = { type: number; state: Enums<'invoice_state'>; due_on: string }

/** @param today in Berlin, as YYYY-MM-DD */
export function billState({ type, state, due_on }: Bill, today: string): { label: string; badge: BadgeKind } {
	if (type === 384) return { label: 'Storno', badge: 'quiet' }
	if (state === 'reversed') return { label: 'Storniert', badge: 'quiet' }
	if (state === 'paid') return { label: 'Bezahlt', badge: 'good' }
	return due_on < today ? { label: 'Überfällig', badge: 'bad' } : { label: 'Offen', badge: 'waiting' }
}

/** Why an invoice has no VAT; nothing where it has. */
export const KIND_NOTES: Record<Enums<'invoice_kind'>, string> = {
	standard: '',
	small_business: 'Keine Umsatzsteuer (§ 19 UStG).',
	reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
}

/** What an invoice still needs, as on the forms. */
export const GAPS = {
	'company.legal_name': 'Firmenname',
	'company.street': 'Anschrift',
	tax_data: 'Steuerdaten',
}

const DOORS: Record<string, string> = {
	...{ web: 'auf der Website', widget: 'im eingebetteten Kalender', assistant: 'über den Assistenten' },
	...{ api: 'über eine Schnittstelle', admin: 'von Hand', import: 'aus einer Datei' },
}
const COMPARED = { mail: 'E-Mail-Adresse', phone: 'Telefonnummer', account: 'Konto' }

/** Why a commission is charged, in facts: the way that the person came, the times, and what was compared with the file. */
export function proofOf({ origin, source, booked_at, completed_at, rule, ...seen }: Evidence): [string, string][] {
	const time = (at: string): string => formatDate(at, HOME_ZONE)
	const compared = Object.entries(COMPARED).flatMap(([name, label]) =>
		seen.compared[name as keyof typeof COMPARED] ? [label] : [],
	)
	return [
		['Gekommen über', origin === 'offer' ? 'Ihr Angebot zu einem Suchauftrag' : 'unsere Suche'],
		['Gebucht', `${time(booked_at)}, ${DOORS[source] ?? source}`],
		['Stattgefunden', time(completed_at)],
		['Verglichen', compared.join(', ')],
		['Ältere Einträge in Ihrer Kartei', 'keine'],
		['Regel', `Fassung ${rule}`],
	]
}
