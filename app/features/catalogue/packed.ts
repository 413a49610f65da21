import type { CatalogueData } from './page.server.ts'

/** The catalogue on its way to the browser. */
export type PackedCatalogue = Omit<CatalogueData, 'results'> & {
	results: Omit<CatalogueData['results'], 'cards'> & { cards: string }
}

/** Makes one text of the cards: the router's own encoding looks at each of their thousand values, which costs a tenth of the page. */
export function packCards({ results, ...rest }: CatalogueData): PackedCatalogue {
	return { ...rest, results: { ...results, cards: JSON.stringify(results.cards) } }
}

/** The data as they were packed. */
export function unpackCards({ results, ...rest }: PackedCatalogue): CatalogueData {
	return { ...rest, results: { ...results, cards: JSON.parse(results.cards) as CatalogueData['results']['cards'] } }
}
