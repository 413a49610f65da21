import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { isCutOff } from '#app/lib/trouble.ts'
import { type MapMarker, MapPanel, type MapTiles } from '#app/ui/map-panel.tsx'
import type { MapView } from '#app/ui/map-view.ts'
import type { Card } from './card.ts'
import { MAP_AREA, PARAMETERS } from './filters.ts'
import styles from './results.module.css'

type Props = {
	cards: Card[]
	tiles: MapTiles | null
	/** Whether the results are those of a part of the map, which then does not move. */
	area: boolean
	/** The query of the shown results, for searching in the visible area. */
	query: string
	/** The list beside the map; its items are in the order of the cards. */
	list: RefObject<HTMLOListElement | null>
}

/** The results on a map. Pointing at an item in the list highlights it on the map, and the other way round. */
export function ResultsMap({ cards, tiles, area, query, list }: Props) {
	const navigate = useNavigate()
	const markers = useMemo(() => cards.map(toMarker), [cards])
	const view = useRef<MapView>(undefined)
	useEffect(() => {
		const element = list.current
		const point = ({ target }: Event): void => {
			const item =
				target instanceof Element ? [...(element?.children ?? [])].find((each) => each.contains(target)) : null
			view.current?.highlight(item ? [...(element?.children ?? [])].indexOf(item) : -1)
		}
		const leave = (): void => view.current?.highlight(-1)
		element?.addEventListener('pointerover', point)
		element?.addEventListener('focusin', point)
		element?.addEventListener('pointerleave', leave)
		element?.addEventListener('focusout', leave)
		return () => {
			element?.removeEventListener('pointerover', point)
			element?.removeEventListener('focusin', point)
			element?.removeEventListener('pointerleave', leave)
			element?.removeEventListener('focusout', leave)
		}
	}, [list])
	return (
		<MapPanel
			label="Karte der Ergebnisse"
			markers={markers}
			tiles={tiles}
			keepView={area}
			onReady={(made) => {
				view.current = made
			}}
			onPoint={(index) => {
				for (const [number, item] of [...(list.current?.children ?? [])].entries())
					item.classList.toggle(styles.pointed ?? '', number === index)
			}}
			onArea={({ latitude, longitude, radiusKm }) => {
				if (isCutOff()) return
				const there = new URLSearchParams(query)
				there.set(PARAMETERS.where, MAP_AREA)
				there.set(PARAMETERS.point, `${round(latitude)},${round(longitude)}`)
				there.set(PARAMETERS.radiusKm, String(Math.round(radiusKm * 10) / 10))
				void navigate(`${paths.listings()}?${there}`, { preventScrollReset: true })
			}}
		/>
	)
}

function toMarker(card: Card): MapMarker {
	const [first] = card.starts
	const [latitude, longitude] = card.at ?? [null, null]
	return {
		...{ latitude, longitude, label: card.name, href: paths.listing(card.slug, 'marktplatz') },
		detail: [card.place, first && `frei ${first.label}`].filter(Boolean).join(' · '),
		free: first?.today ?? false,
	}
}

function round(degrees: number): number {
	return Math.round(degrees * 1000) / 1000
}
