import { LANGUAGES } from '#app/features/catalogue/languages.ts'

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

/**
 * What can be relied on before booking, in a few words each: how it is confirmed, until when it costs nothing to cancel, how to pay, who can get
 * in. Only what the business has said.
 */
export function trustWords({ hours, byHand, attributes }: { hours: number; byHand: boolean; attributes: string[] }) {
	const [card, cash] = ['payment:card', 'payment:cash'].map((one) => attributes.includes(one))
	const words: Partial<Record<Trust, string>> = {
		confirmed: byHand ? 'Bestätigt von Hand, ohne Konto' : 'Sofort bestätigt, ohne Konto',
		cancel:
			hours === 0
				? 'Bis zum Beginn kostenlos absagen'
				: `Bis ${period(hours).replace(' Stunden', ' Std.')} vorher kostenlos absagen`,
		pay:
			card || cash
				? `Zahlung vor Ort, ${[cash && 'bar', card && 'mit Karte'].filter(Boolean).join(' oder ')}`
				: undefined,
		access: attributes.includes('access:wheelchair') ? 'Barrierefrei zugänglich' : undefined,
	}
	return Object.entries(words).flatMap(([kind, text]) => (text ? [{ kind: kind as Trust, text }] : []))
}

export type Trust = 'confirmed' | 'cancel' | 'pay' | 'access'

/** Which languages besides German are spoken, as far as the business has said; empty otherwise. */
export function spokenWords(attributes: string[]): string {
	const languages = attributes.flatMap((one) => LANGUAGES[/^language:(\w+)$/.exec(one)?.[1] ?? ''] ?? [])
	return languages.length > 0 ? `Deutsch, ${languages.join(', ')}` : ''
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
