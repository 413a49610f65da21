const EUROS = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })

/** Cents as a German price: 4500 → "45,00 €". */
export function formatPrice(cents: number): string {
	return EUROS.format(cents / 100)
}
