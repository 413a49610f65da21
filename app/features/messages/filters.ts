import { readListDate } from '#app/lib/list-days.ts'
import type { Enums } from '#app/database.types.ts'
import { readPage } from '#app/lib/page-number.ts'

export const PAGE_SIZE = 50

type State = Enums<'message_state'>

/** States as the list can be narrowed to them, by their word in the address. */
export const STATES = {
	wartet: { label: 'Wartet', of: ['queued', 'sending'] },
	gesendet: { label: 'Gesendet', of: ['sent'] },
	zugestellt: { label: 'Zugestellt', of: ['delivered'] },
	fehlgeschlagen: { label: 'Nicht zustellbar', of: ['failed', 'bounced'] },
	uebersprungen: { label: 'Nicht gesendet', of: ['skipped'] },
	offen: { label: 'Nicht zustellbar oder nicht gesendet', of: ['failed', 'bounced', 'skipped'] },
	unklar: { label: 'Unklar', of: ['unknown'] },
} as const satisfies Record<string, { label: string; of: readonly State[] }>

/** Kinds of messages in the same way. */
export const KINDS = {
	buchung: { label: 'Buchung', of: ['appointment_confirmed', 'appointment_payment_due'] },
	anfrage: { label: 'Anfrage', of: ['appointment_requested', 'appointment_declined'] },
	verschiebung: { label: 'Verschiebung', of: ['appointment_rescheduled'] },
	absage: { label: 'Absage', of: ['appointment_cancelled', 'appointment_not_booked', 'event_cancelled'] },
	ausfall: { label: 'Ausfall', of: ['appointment_proposed', 'appointment_kept'] },
	nachricht: { label: 'Nachricht zum Termin', of: ['appointment_message'] },
	widerruf: { label: 'Widerruf', of: ['appointment_withdrawn'] },
	warteliste: {
		label: 'Warteliste',
		of: ['event_wait_confirm', 'event_waiting', 'event_seat_free', 'event_seat_open'],
	},
	angebot: { label: 'Angebot', of: ['offer_accepted', 'offer_declined', 'offer_lapsed'] },
	suchauftrag: { label: 'Suchauftrag', of: ['order_matching', 'question'] },
	einladung: { label: 'Einladung ins Team', of: ['member_invited'] },
} as const satisfies Record<string, { label: string; of: readonly string[] }>

export type MessageFilters = {
	text: string
	state: keyof typeof STATES | ''
	kind: keyof typeof KINDS | ''
	/** Local dates, or nothing. */
	from: string
	to: string
	oldest: boolean
	page: number
}

/** Reads the filters of the list from the address; unreadable values are left out. @param today local date */
export function readMessageFilters(query: URLSearchParams, today: string): MessageFilters {
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		state: wordOf(STATES, query.get('stand')),
		kind: wordOf(KINDS, query.get('art')),
		from: readListDate(query.get('von'), today).value,
		to: readListDate(query.get('bis'), today).value,
		oldest: query.get('sortierung') === 'zeit',
		page: readPage(query.get('seite')),
	}
}

function wordOf<Words extends object>(words: Words, asked: string | null): (keyof Words & string) | '' {
	return Object.hasOwn(words, asked ?? '') ? (asked as keyof Words & string) : ''
}

/** The query of another page of the same list. */
export function messageQuery(filters: MessageFilters, page: number): Record<string, string | undefined> {
	return {
		suche: filters.text || undefined,
		stand: filters.state || undefined,
		art: filters.kind || undefined,
		von: filters.from || undefined,
		bis: filters.to || undefined,
		sortierung: filters.oldest ? 'zeit' : undefined,
		seite: page > 1 ? String(page) : undefined,
	}
}
