/**
 * Who brought a person to a booking. Links say it (`?von=…`) from page to page, as far as the booking: no cookie, nothing about the person,
 * and finished pages stay the same for all who come by the same link.
 *
 * It proves only which link led to the booking. Anybody can write or copy such a link: a competitor to cause a commission, or a business to
 * save one. So no charge may rest on it alone (there must also be a visit that took place, by a person whom the business did not know
 * before). When nothing is said, the business gets the benefit of the doubt: `own_link` or `unknown`.
 */
export type Origin = 'marketplace' | 'own_link' | 'qr' | 'unknown'

// `offer` is reserved: an offer knows by itself that it brought the person, and no link can claim that.
const ORIGINS = { marktplatz: 'marketplace', qr: 'qr', anders: 'unknown' } as const satisfies Record<string, Origin>

/** The word in an address. `marktplatz`: our search, catalogue or home page; `anders`: a link of ours too, but who first brought the person is unknown. */
export type From = keyof typeof ORIGINS

/** The word in an address, if there is one. A word that we do not write counts as `anders`. */
export function readFrom(values: Pick<URLSearchParams, 'get'>): From | undefined {
	const word = values.get('von')
	if (!word) return undefined
	return Object.hasOwn(ORIGINS, word) ? (word as From) : 'anders'
}

/** Who brought the person. All our links carry a word, so a person without one used the business's own link or typed the address. */
export function originOf(from: From | undefined): Origin {
	return from ? ORIGINS[from] : 'own_link'
}
