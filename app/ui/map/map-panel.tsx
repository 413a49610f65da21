import { useEffect, useRef, useState } from 'react'
import type { MapTiles } from '#app/lib/context.server.ts'
import { untilLoaded } from '#app/lib/until-loaded.ts'
import styles from './map-panel.module.css'
import type { MapArea, MapView } from './map-view.ts'

export type { MapTiles }

/** A place on the map. `detail` is a line under its name. */
export type MapMarker = {
	latitude: number | null
	longitude: number | null
	label: string
	detail: string
	href?: string
	/** What its pin says: the first free time, "heute 17:30", or none, and a price. Without it the pin is a dot. */
	pin?: { time: string; price: string }
}
export type SeenOnMap = { inView: number[]; area: MapArea; byVisitor: boolean }

type Props = {
	/** Name for people who cannot see the map. */
	label: string
	markers: MapMarker[]
	tiles: MapTiles | null
	/** The part to show; without it that with all places. `false` keeps the view when the places change. */
	fit?: MapArea | boolean
	/** Whether a chosen place shows a card on the map. */
	popups?: () => boolean
	onPoint?: (index: number) => void
	onChoose?: (index: number) => void
	/** Hears which places are in view. */
	onSeen?: (seen: SeenOnMap) => void
	/** Receives the map, so that places can be highlighted from outside. */
	onReady?: (view: MapView) => void
}

const YES = (): boolean => true

/** A map from our own origin, loaded when it is shown. */
export function MapPanel({
	label,
	markers,
	tiles,
	fit = true,
	popups = YES,
	onPoint,
	onChoose,
	onSeen,
	onReady,
}: Props) {
	const element = useRef<HTMLDivElement>(null)
	const [view, setView] = useState<MapView>()
	const events = useRef({ onPoint, onChoose, onSeen, onReady, popups })
	const first = useRef(tiles)
	useEffect(() => {
		events.current = { onPoint, onChoose, onSeen, onReady, popups }
	}, [onPoint, onChoose, onSeen, onReady, popups])
	useEffect(() => {
		let gone = false
		let made: MapView | undefined
		const begin = async (): Promise<void> => {
			const { createMap } = await untilLoaded(() => import('./map-view.ts'))
			if (gone || !element.current) return
			made = createMap(element.current, first.current, {
				onPoint: (index) => events.current.onPoint?.(index),
				onChoose: (index) => events.current.onChoose?.(index),
				onView: (inView, area, byVisitor) => events.current.onSeen?.({ inView, area, byVisitor }),
				popups: () => events.current.popups(),
			})
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
		view?.setMarkers(markers, fit)
	}, [view, markers, fit])
	return (
		<section aria-label={label} className={styles.panel}>
			<div ref={element} className={styles.map} />
		</section>
	)
}
