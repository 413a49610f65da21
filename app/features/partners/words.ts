import { euros } from '#app/features/business/price-words.ts'
import type { Referral } from './partners.contracts.ts'

/** What a referral brings, and what it takes. The database keeps the same (supabase/schemas/88_partners); a test compares them. */
export const REWARD = { cents: 5000, days: 30, visits: 5, people: 3, enterDays: 14 } as const

/** "CDFG-HJKM": as people read and type a code. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

export const REFERRAL_STATES: Record<Referral['state'], string> = {
	pending: 'offen',
	earned: 'verdient',
	rejected: 'abgelehnt',
	paid: 'ausgezahlt',
}

export const PARTNER_STATES = { active: 'aktiv', suspended: 'gesperrt', left: 'beendet' } as const

const REASONS: Record<string, string> = {
	same_person: 'Sie gehören selbst zu diesem Unternehmen.',
	mail: 'Bei Ihnen und dem Unternehmen steht dieselbe E-Mail-Adresse oder Domain.',
	phone: 'Bei Ihnen und dem Unternehmen steht dieselbe Telefonnummer.',
	tax: 'Bei Ihnen und dem Unternehmen steht dieselbe Steuernummer.',
	iban: 'Bei Ihnen und dem Unternehmen steht dieselbe Bankverbindung.',
	ring: 'Die Empfehlungen führen im Kreis wieder zu Ihnen.',
	not_reached: 'Innerhalb eines Jahres kamen die nötigen Termine nicht zusammen.',
	company_gone: 'Das Unternehmen wurde geschlossen.',
	partner_gone: 'Die Teilnahme endete mit dem Konto.',
	operator: 'Das haben wir von Hand entschieden.',
}

/** Why a referral was rejected, in a sentence for the partner. */
export const reasonOf = (reason: string): string => REASONS[reason] ?? ''

/** What several pages say about the reward. */
export const REWARD_WORDS = {
	amount: euros(REWARD.cents),
	when: `Verdient ist das, wenn ein Standort ${REWARD.days} Tage veröffentlicht ist und ${REWARD.visits} Termine von ${REWARD.people} verschiedenen Personen stattgefunden haben.`,
} as const
