import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { CatalogueData } from './page.server.ts'

/** Title, description, canonical address and structured data of the results. */
export function CatalogueHead({ data }: { data: CatalogueData }) {
	const address = useAddress()
	const page = data.filters.page > 1 ? `, Seite ${data.filters.page}` : ''
	const { cards } = data.results
	return (
		<>
			<title>{`${data.title}${page} · Zeitplatz`}</title>
			<meta name="description" content={data.description} />
			{data.noindex ? (
				<meta name="robots" content="noindex, follow" />
			) : (
				<link rel="canonical" href={address(data.canonical)} />
			)}
			<meta property="og:title" content={`${data.title}: freie Termine`} />
			<meta property="og:description" content={data.description} />
			<meta property="og:type" content="website" />
			<meta property="og:locale" content="de_DE" />
			<meta property="og:url" content={address(data.canonical)} />
			{cards.length ? (
				<JsonLd
					data={
						import.meta.env.SSR
							? itemList(cards.map((card) => ({ name: card.name, url: address(paths.listing(card.slug)) })))
							: undefined
					}
				/>
			) : null}
		</>
	)
}

/** schema.org ItemList of the businesses in the order shown. */
function itemList(items: { name: string; url: string }[]): object {
	return {
		'@context': 'https://schema.org',
		'@type': 'ItemList',
		numberOfItems: items.length,
		itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
	}
}
