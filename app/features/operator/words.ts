import { KINDS, type Kind, type Measure, MEASURES } from '#app/features/decisions/words.ts'
import type { QueuedReport, ReportDetail } from './operator.contracts.ts'

const FITTING: Record<Kind, Measure> = {
	...{ listing: 'listing_paused', image: 'picture_removed', review: 'review_removed', reply: 'reply_removed' },
	...{ order: 'order_closed', offer: 'offer_withdrawn', message: 'message_removed', company: 'company_suspended' },
}

/** What can be decided about a report; `decide_report` accepts no other. */
export function measuresFor({ kind, earlier }: Pick<ReportDetail, 'kind' | 'earlier'>): [Measure, string][] {
	const fitting = FITTING[kind]
	if (!earlier)
		return [
			[fitting, MEASURES[fitting]],
			['none', MEASURES.none],
		]
	return [
		['none', 'Es bleibt dabei'],
		earlier.measure === 'none' ? [fitting, MEASURES[fitting]] : ['lifted', MEASURES.lifted],
	]
}

/** "Beschwerde: Bewertung bei Salon Löwe" */
export const reportTitle = ({
	kind,
	business,
	appeal,
}: Pick<QueuedReport, 'kind' | 'business'> & { appeal: boolean }): string =>
	`${appeal ? 'Beschwerde: ' : ''}${KINDS[kind]}${business ? ` bei ${business}` : ''}`

/** What operators do, as the log names it. */
export const VERBS: Record<string, string> = {
	read_log: 'Protokoll angesehen',
	read_reports: 'Meldungen angesehen',
	read_report: 'Meldung geöffnet',
	read_reporter: 'Absender einer Meldung angesehen',
	decide_report: 'Über eine Meldung entschieden',
	read_companies: 'Unternehmen gesucht',
	read_company: 'Angaben zum Unternehmen angesehen',
	suspend_company: 'Unternehmen gesperrt',
	lift_suspension: 'Sperre aufgehoben',
	read_tickets: 'Anfragen gelesen',
	settle_ticket: 'Stand einer Anfrage geändert',
	read_partners: 'Partner angesehen',
	read_partner: 'Empfehlungen eines Partners angesehen',
	read_partner_person: 'Name eines Partners angesehen',
	suspend_partner: 'Partner gesperrt',
	lift_partner: 'Sperre eines Partners aufgehoben',
	settle_referral: 'Über eine Empfehlung entschieden',
	read_messages: 'Nicht zugestellte Nachrichten angesehen',
	send_again: 'Nachricht noch einmal gesendet',
	read_figures: 'Zahlen angesehen',
	appoint_operator: 'Rolle vergeben',
}

export const COMPANY_STATES = { active: 'aktiv', suspended: 'gesperrt', closed: 'geschlossen' } as const
