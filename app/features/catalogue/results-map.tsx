import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { isCutOff } from '#app/lib/trouble.ts'
import buttons from '#app/ui/button.module.css'
import { type MapMarker, MapPanel, type MapTiles, type SeenOnMap } from '#app/ui/map/map-panel.tsx'
import type { MapView } from '#app/ui/map/map-view.ts'
import type { Card } from './card.ts'
import { type Area, areaText, MAP_AREA, PARAMETERS } from './filters.ts'
import styles from './results-map.module.css'

type Props = {
	cards: Card[]
	tiles: MapTiles | null
	/** The part of the map that was searched; the view stays there. */
	area: Area | null
	/** The query of the shown results, for searching in the visible area. */
	query: string
	/** The list beside the map; its items are in the order of the cards. */
	list: RefObject<HTMLOListElement | null>
}

/** The results on a map. List and map highlight each other, and the list shows what is in view. */
export function ResultsMap({ cards, tiles, area, query, list }: Props) {
	const navigate = useNavigate()
	const markers = useMemo(() => cards.map(toMarker), [cards])
	const view = useRef<MapView>(undefined)
	const [seen, setSeen] = useState<SeenOnMap & { cards: Card[] }>()
	const [moved, setMoved] = useState<Card[]>()
	useEffect(() => followList(list.current, (index) => view.current?.highlight(index)), [list])
	useEffect(() => {
		const items = [...(list.current?.children ?? [])]
		const inView = seen?.cards === cards ? new Set(seen.inView) : undefined
		// Places without coordinates are on no map, so they stay.
		for (const [index, item] of items.entries())
			item.toggleAttribute('hidden', inView !== undefined && cards[index]?.at !== null && !inView.has(index))
		return () => {
			for (const item of items) item.removeAttribute('hidden')
		}
	}, [list, seen, cards])
	const point = (index: number): void => {
		view.current?.highlight(index)
		for (const [number, item] of [...(list.current?.children ?? [])].entries())
			item.classList.toggle(styles.pointed ?? '', number === index)
	}
	const search = (): void => {
		if (!seen || isCutOff()) return
		const there = new URLSearchParams(query)
		there.delete(PARAMETERS.point)
		there.delete(PARAMETERS.radiusKm)
		there.set(PARAMETERS.where, MAP_AREA)
		there.set(PARAMETERS.area, areaText(seen.area))
		void navigate(`${paths.listings()}?${there}`, { preventScrollReset: true })
	}
	return (
		<>
			<MapPanel
				label="Karte der Ergebnisse"
				markers={markers}
				tiles={tiles}
				fit={area ?? true}
				popups={isWide}
				onReady={(made) => {
					view.current = made
				}}
				onPoint={point}
				onChoose={(index) => {
					const item = list.current?.children[index]
					item?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: isStill() ? 'auto' : 'smooth' })
				}}
				onSeen={(now) => {
					setSeen({ ...now, cards })
					if (now.byVisitor) setMoved(cards)
				}}
			/>
			<div className={styles.over}>
				<p role="status" className={styles.count}>
					{seen?.cards === cards ? countText(seen.inView.length) : ''}
				</p>
				{moved === cards ? (
					<button type="button" className={`${buttons.primary} ${styles.area}`} onClick={search}>
						In diesem Ausschnitt suchen
					</button>
				) : null}
			</div>
		</>
	)
}

const isWide = (): boolean => matchMedia('(width >= 60rem)').matches
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

function countText(count: number): string {
	if (count === 0) return 'Hier ist keines der Ergebnisse'
	return `${count} ${count === 1 ? 'Ergebnis' : 'Ergebnisse'} im Ausschnitt`
}

// Pointing at an item of the list, or being in it with the keyboard, highlights its place.
function followList(element: HTMLOListElement | null, highlight: (index: number) => void): () => void {
	const point = ({ target }: Event): void => {
		const items = [...(element?.children ?? [])]
		highlight(target instanceof Element ? items.findIndex((each) => each.contains(target)) : -1)
	}
	const leave = (): void => highlight(-1)
	const signs = { pointerover: point, focusin: point, pointerleave: leave, focusout: leave }
	for (const [sign, hear] of Object.entries(signs)) element?.addEventListener(sign, hear)
	return () => {
		for (const [sign, hear] of Object.entries(signs)) element?.removeEventListener(sign, hear)
	}
}

function toMarker({ name, slug, place, at, pin }: Card): MapMarker {
	const [latitude, longitude] = at ?? [null, null]
	return { latitude, longitude, label: name, detail: place, href: paths.listing(slug, 'marktplatz'), pin }
}
