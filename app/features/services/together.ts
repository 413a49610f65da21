/** With which services an add-on can be booked, in words. @param names of these services */
export function together(names: string[]): string {
	if (names.length === 0) return 'Zusatz, zurzeit nicht buchbar'
	const [last, ...others] = names.toReversed()
	return `Zusatz zu ${[others.toReversed().join(', '), last].filter(Boolean).join(' oder ')}`
}
