import type { Enums } from '#app/database.types.ts'

type TicketState = { state: Enums<'ticket_state'>; word: string; label: string; none: string }

/** Where a message to the operator can stand, with the word of the address (/operator/anfragen?stand=offen). */
export const STATES: [TicketState, ...TicketState[]] = [
	{ state: 'open', word: 'offen', label: 'Offen', none: 'Alles ist beantwortet.' },
	{ state: 'answered', word: 'beantwortet', label: 'Beantwortet', none: 'Noch ist nichts beantwortet.' },
	{ state: 'closed', word: 'erledigt', label: 'Ohne Antwort erledigt', none: 'Nichts wurde ohne Antwort erledigt.' },
]

/** The state that an address names; the open ones without a known word. */
export const readState = (word: string | null): TicketState => STATES.find((one) => one.word === word) ?? STATES[0]
