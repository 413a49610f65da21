import type { StoredPicture } from '#app/ui/picture.tsx'

type Shown = { id: string; image: StoredPicture | null }

/** So many neighbours before it show another picture than a card. */
const APART = 6

/** The locations of cards whose picture is shown shortly before: several businesses may use the same one. */
export function twinsIn(cards: Shown[]): string[] {
	return cards.flatMap(({ id, image }, index) =>
		image && cards.slice(Math.max(0, index - APART), index).some((near) => near.image?.path === image.path) ? [id] : [],
	)
}

/** The same cards; where a picture stands shortly before, the location's next one that does not. @param others pictures by location */
export function apart<Card extends Shown>(cards: Card[], others: ReadonlyMap<string, StoredPicture[]>): Card[] {
	const shown: Card[] = []
	for (const card of cards) {
		const near = shown.slice(-APART).map(({ image }) => image?.path)
		const free = near.includes(card.image?.path)
			? others.get(card.id)?.find(({ path }) => !near.includes(path))
			: undefined
		shown.push(free ? { ...card, image: free } : card)
	}
	return shown
}
