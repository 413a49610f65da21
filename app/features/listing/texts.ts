/** The cancellation policy in a sentence. @param hours how long before the start a customer may still cancel */
export function cancellation(hours: number): string {
	if (hours === 0) return 'Sie können Ihren Termin bis zum Beginn kostenlos absagen oder verschieben.'
	return `Sie können Ihren Termin bis ${period(hours)} vor Beginn kostenlos absagen oder verschieben.`
}

/** What a location's own page says about cancelling, and about waiting for its answer. @param hours as for `cancellation` */
export function policySentences(hours: number, byHand: boolean): string[] {
	const waiting = 'Das Unternehmen bestätigt jeden Termin von Hand. Sie erhalten dann eine E-Mail.'
	return [cancellation(hours), ...(byHand ? [waiting] : [])]
}

/** A page of openstreetmap.org with a mark at the place; null without coordinates. */
export function osmAddress(latitude: number | null, longitude: number | null): string | null {
	if (latitude === null || longitude === null) return null
	const [north, east] = [latitude.toFixed(5), longitude.toFixed(5)]
	return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`
}

function period(hours: number): string {
	if (hours === 1) return 'eine Stunde'
	return hours % 24 === 0 && hours > 24 ? `${hours / 24} Tage` : `${hours} Stunden`
}
