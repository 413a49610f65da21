import { formatPrice } from '#app/lib/money.ts'

/** What a struck price is, where one is shown (§ 11 PAngV). */
export const STRUCK_NOTE = 'Durchgestrichen: der niedrigste Preis der 30 Tage vor der Ermäßigung.'

/** A price, and struck beside it what it was before. @param cents the struck price; nothing is struck without it */
export function StruckPrice({ price, cents }: { price: string; cents?: number | null }) {
	if (!cents) return <>{price}</>
	return (
		<>
			{price} <span className="visually-hidden">statt zuvor </span>
			<s>{formatPrice(cents)}</s>
		</>
	)
}
