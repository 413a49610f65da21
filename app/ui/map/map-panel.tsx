import { useEffect, useRef, useState } from 'react'
import { untilLoaded } from '#app/lib/until-loaded.ts'
import buttons from './button.module.css'
import styles from './map-panel.module.css'
import type { MapArea, MapView } from './map-view.ts'

/** A place on the map. `detail` is a line under its name; `free` gives it the colour of free times. */
export type MapMarker = {
	latitude: number | null
	longitude: number | null
	label: string
	detail: string
	href?: string
	free?: boolean
}
/** The server of map tiles, and their credit (HTML from the operator's setting). */
export type MapTiles = { url: string; attribution: string }

type Props = {
	/** Name for people who cannot see the map. */
	label: string
	markers: MapMarker[]
	tiles: MapTiles | null
	/** Keeps the view when the places change, because the visitor chose the view. */
	keepView?: boolean
	onPoint?: (index: number) => void
	/** Offers to search in the visible area. */
	onArea?: (area: MapArea) => void
	/** Receives the map, so that places can be highlighted from outside. */
	onReady?: (view: MapView) => void
}

const CONSENT = 'zeitplatz-kartenbild'

/**
 * A map, loaded when it is shown. Its tiles come from another server, which learns the visitor's address. They are therefore loaded
 * only after a click, which is remembered until the visitor takes it back (§ 25 TDDDG). Without tiles the places are shown on a
 * plain background.
 */
export function MapPanel({ label, markers, tiles, keepView = false, onPoint, onArea, onReady }: Props) {
	const element = useRef<HTMLDivElement>(null)
	const [view, setView] = useState<MapView>()
	// The visible area counts until other places are shown.
	const [seen, setSeen] = useState<{ area: MapArea; markers: MapMarker[] }>()
	const area = seen?.markers === markers ? seen.area : undefined
	const [agreed, setAgreed] = useState(false)
	const events = useRef({ onPoint, onReady, markers })
	useEffect(() => {
		events.current = { onPoint, onReady, markers }
	}, [onPoint, onReady, markers])

	useEffect(() => {
		let gone = false
		let made: MapView | undefined
		const begin = async (): Promise<void> => {
			const { createMap } = await untilLoaded(() => import('./map-view.ts'))
			if (gone || !element.current) return
			made = createMap(element.current, {
				onPoint: (index) => events.current.onPoint?.(index),
				onMove: (moved) => setSeen({ area: moved, markers: events.current.markers }),
			})
			setAgreed(localStorage.getItem(CONSENT) === 'ja')
			setView(made)
			events.current.onReady?.(made)
		}
		void begin()
		return () => {
			gone = true
			made?.remove()
		}
	}, [])
	useEffect(() => {
		view?.setMarkers(markers, !keepView)
	}, [view, markers, keepView])
	useEffect(() => {
		if (view && tiles && agreed) view.showTiles(tiles)
		else view?.hideTiles()
	}, [view, tiles, agreed])

	const choose = (yes: boolean): void => {
		if (yes) localStorage.setItem(CONSENT, 'ja')
		else localStorage.removeItem(CONSENT)
		setAgreed(yes)
	}
	return (
		<section aria-label={label} className={styles.panel}>
			{tiles && view && !agreed ? (
				<p className={`${styles.note} ${styles.question}`}>
					<span>
						Das Kartenbild kommt von {hostOf(tiles.url)}; dieser Anbieter erfährt dabei Ihre IP-Adresse und den
						Ausschnitt.
					</span>
					<button type="button" onClick={() => choose(true)}>
						Kartenbild laden
					</button>
				</p>
			) : null}
			<div ref={element} className={styles.map} />
			{area && onArea ? (
				<button type="button" className={`${buttons.primary} ${styles.area}`} onClick={() => onArea(area)}>
					In diesem Ausschnitt suchen
				</button>
			) : null}
			{tiles && view && agreed ? (
				<p className={styles.note}>
					<button type="button" onClick={() => choose(false)}>
						Kartenbild nicht mehr laden
					</button>
				</p>
			) : null}
		</section>
	)
}

function hostOf(address: string): string {
	return new URL(address.replace('{s}.', '')).host
}
