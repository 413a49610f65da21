const EUROS = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
// Many services share the same prices, so their texts are kept.
const MOST_KEPT = 2_000
const texts = new Map<number, string>()

/** Cents as a German price: 4500 → "45,00 €". */
export function formatPrice(cents: number): string {
	let text = texts.get(cents)
	if (text === undefined) {
		if (texts.size >= MOST_KEPT) texts.clear()
		texts.set(cents, (text = EUROS.format(cents / 100)))
	}
	return text
}

/** "45,00 €", "ab 45,00 €" when that is the least it can cost, or "kostenlos". */
export function priceText(cents: number, from = false): string {
	if (cents === 0 && !from) return 'kostenlos'
	return `${from ? 'ab ' : ''}${formatPrice(cents)}`
}

/** The note beside a price: whether the business charges VAT. @param company without one, VAT is charged */
export function taxNote(company: { small_business: boolean } | null | undefined): string {
	return company?.small_business ? 'ohne MwSt. nach § 19 UStG' : 'inkl. MwSt.'
}
