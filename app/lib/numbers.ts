// Kept: building a formatter costs as much as many of its answers.
const NUMBERS = new Intl.NumberFormat('de-DE')

/** A number in German: 1234.5 → "1.234,5". */
export function formatNumber(value: number): string {
	return NUMBERS.format(value)
}
