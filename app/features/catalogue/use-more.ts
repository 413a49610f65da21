import { type MouseEvent, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Card } from './card.ts'
import { type PackedCatalogue, unpackCatalogue } from './packed.ts'
import type { CatalogueData } from './page.server.ts'

/**
 * "Weitere anzeigen": puts the next businesses behind those that are shown. It goes on where the list ended, so that nobody comes
 * twice or is left out when something is booked meanwhile. Without JavaScript the same link shows the next ones on their own page.
 */
export function useMore(data: CatalogueData) {
	const fetcher = useFetcher<PackedCatalogue>()
	const [added, setAdded] = useState<{ to: CatalogueData; cards: Card[]; moreHref: string | null }>()
	const behind = added?.to === data ? added : undefined
	const moreHref = behind ? behind.moreHref : data.moreHref
	useEffect(() => {
		// An answer to a search that was left meanwhile does not count.
		if (!fetcher.data || fetcher.state !== 'idle' || fetcher.data.pageHref !== data.pageHref) return
		const next = unpackCatalogue(fetcher.data)
		setAdded((before) => {
			const cards = before?.to === data ? before.cards : []
			const known = new Set([...data.results.cards, ...cards].map((card) => card.id))
			const fresh = next.results.cards.filter((card) => !known.has(card.id))
			return fresh.length ? { to: data, cards: [...cards, ...fresh], moreHref: next.moreHref } : before
		})
		// oxlint-disable-next-line react/exhaustive-deps -- only a new answer adds something
	}, [fetcher.data, fetcher.state])
	const more = (event: MouseEvent): void => {
		if (!moreHref || event.metaKey || event.ctrlKey || event.shiftKey) return
		event.preventDefault()
		if (fetcher.state === 'idle') void fetcher.load(moreHref)
	}
	const cards = behind ? [...data.results.cards, ...behind.cards] : data.results.cards
	return { cards, moreHref, more, waiting: fetcher.state !== 'idle' }
}
