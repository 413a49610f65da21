/** Euros as typed in German to cents: "45", "45,5" and "45,50" alike. The form has checked the shape. */
export function centsOf(euros: string): number {
	const [whole = '0', rest = ''] = euros.split(',')
	return Number(whole) * 100 + Number(rest.padEnd(2, '0') || 0)
}

/** Cents as text for the price field: 4550 → "45,50". */
export function eurosOf(cents: number): string {
	return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
}
