const EUROS = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
// Most prices are those of many services.
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
