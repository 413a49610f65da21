/**
 * Who brought a person to a booking. Links say it (`?von=…`) from page to page, as far as the booking: no cookie, nothing about the person,
 * and finished pages stay the same for all who come by the same link.
 *
 * What it proves: only by which link the booking was reached. Anybody can write or copy such a link, a competitor to cause a commission as well
 * as a business to save one. So no charge may rest on it alone (it needs a visit that took place, by a person whom the business did
 * not know before), and what is not said counts for the business: `own_link` or `unknown`.
 */
export type Origin = 'marketplace' | 'own_link' | 'qr' | 'unknown'

// `offer` is reserved: an offer knows by itself that it brought the person, no link may say so.
const ORIGINS = { marktplatz: 'marketplace', qr: 'qr', anders: 'unknown' } as const satisfies Record<string, Origin>

/** The word in an address. `marktplatz`: our search, catalogue or home; `anders`: ours as well, but it cannot be known who brought the person at first. */
export type From = keyof typeof ORIGINS

/** What an address says; nothing when it says nothing. A word that we do not write is `anders`. */
export function readFrom(values: Pick<URLSearchParams, 'get'>): From | undefined {
	const word = values.get('von')
	if (!word) return undefined
	return Object.hasOwn(ORIGINS, word) ? (word as From) : 'anders'
}

/** Who brought the person: all our links say a word, so whoever comes without one came by the business's own link, or typed it. */
export function originOf(from: From | undefined): Origin {
	return from ? ORIGINS[from] : 'own_link'
}
