import { priceWords } from '#app/features/business/price-words.ts'
import { loadPrices } from '#app/features/business/prices.server.ts'
import { Faq } from '#app/features/faq/faq.tsx'
import { Document } from '#app/features/legal/document.tsx'
import { paths } from '#app/lib/paths.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/faq.ts'

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export const loader = async ({ context }: Route.LoaderArgs) => priceWords(await loadPrices(context))

export default function FaqPage({ loaderData }: Route.ComponentProps) {
	return (
		<Document
			title="Häufige Fragen"
			path={paths.faq()}
			description="Antworten zu Buchen, Verschieben, Absagen, Ihren Daten und zum Eintragen eines Betriebs."
		>
			<Faq words={loaderData} />
		</Document>
	)
}
