import { L } from './leaflet.ts'
import type { MapMarker, MapTiles } from './map-panel.tsx'
import styles from './map-panel.module.css'
import { createPins } from './pins.ts'
import { closestZoom, tileLayer } from './tile-layer.ts'

/** A part of the map, in degrees. */
export type MapArea = { west: number; south: number; east: number; north: number }

export type MapView = {
	/** Shows these places instead. `fit`: moves the view to them, or to this area. */
	setMarkers(markers: MapMarker[], fit: MapArea | boolean): void
	/** Highlights one place, by its index in the list; -1 for none. */
	highlight(index: number): void
	remove(): void
}

type Events = {
	/** A place is hovered or focused; -1 when it no longer is. */
	onPoint(index: number): void
	/** Other places are in view; `byVisitor`: because they have moved the map. */
	onView(inView: number[], area: MapArea, byVisitor: boolean): void
	/** Whether a place that is chosen shows a card on the map. */
	popups(): boolean
	/** A place is chosen. */
	onChoose(index: number): void
}

const GERMANY: [number, number][] = [
	[47.3, 5.9],
	[55.1, 15.0],
]

/** A map of places in an element, in the theme of the page. */
export function createMap(element: HTMLElement, tiles: MapTiles | null, events: Events): MapView {
	const still = matchMedia('(prefers-reduced-motion: reduce)').matches
	const map = L.map(element, {
		zoomControl: false,
		maxZoom: tiles ? closestZoom(tiles) : 15,
		minZoom: 5,
		maxBounds: [
			[44, 1],
			[58, 20],
		],
		fadeAnimation: !still,
		zoomAnimation: !still,
		markerZoomAnimation: !still,
		inertia: !still,
		// Scrolling the page must not zoom the map instead.
		scrollWheelZoom: false,
	})
	map.attributionControl.setPrefix(false)
	L.control.zoom({ position: 'bottomright', zoomInTitle: 'Vergrößern', zoomOutTitle: 'Verkleinern' }).addTo(map)
	L.control.scale({ imperial: false }).addTo(map)
	map.fitBounds(GERMANY, { animate: false })

	let markers: MapMarker[] = []
	let byVisitor = false
	const say = (): void => {
		const view = map.getBounds()
		const inView = markers.flatMap(({ latitude, longitude }, index) =>
			latitude !== null && longitude !== null && view.contains([latitude, longitude]) ? [index] : [],
		)
		const area = { west: view.getWest(), south: view.getSouth(), east: view.getEast(), north: view.getNorth() }
		events.onView(inView, area, byVisitor)
		byVisitor = false
	}
	const popup = L.popup({ closeButton: false, offset: [0, -8], autoPanPadding: [16, 16] })
	const pins = createPins(map, {
		onPoint: events.onPoint,
		onChoose(index) {
			events.onPoint(index)
			events.onChoose(index)
			const marker = markers[index]
			if (!marker?.href || !events.popups() || marker.latitude === null || marker.longitude === null) return
			popup.setLatLng([marker.latitude, marker.longitude]).setContent(cardOf(marker)).openOn(map)
		},
	})
	map.on('focus', () => map.scrollWheelZoom.enable())
	map.on('blur', () => map.scrollWheelZoom.disable())
	map.on('dragstart', () => (byVisitor = true))
	// The buttons, the keyboard, the wheel and two fingers all tell of themselves before the view changes.
	for (const sign of ['click', 'keydown', 'wheel', 'touchmove'])
		element.addEventListener(sign, () => (byVisitor = true), { capture: true, passive: true })
	map.on('autopanstart', () => (byVisitor = false))
	map.on('moveend', () => {
		pins.draw()
		say()
	})
	element.addEventListener('keydown', (event) => {
		if (event.key !== 'Escape' || !map.hasLayer(popup)) return
		map.closePopup()
		event.stopPropagation()
	})

	let layer = tiles && tileLayer(tiles).addTo(map)
	const themed = new MutationObserver(() => {
		if (!tiles || tiles.kind === 'pictures') return
		layer?.remove()
		layer = tileLayer(tiles).addTo(map)
	})
	themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
	const sized = new ResizeObserver(() => {
		byVisitor = false
		map.invalidateSize({ animate: false })
	})
	sized.observe(element)

	return {
		setMarkers(given, fit) {
			map.closePopup()
			markers = given
			byVisitor = false
			const points = given.flatMap(({ latitude, longitude }) =>
				latitude === null || longitude === null ? [] : [L.latLng(latitude, longitude)],
			)
			if (typeof fit === 'object')
				map.fitBounds(
					[
						[fit.south, fit.west],
						[fit.north, fit.east],
					],
					{ animate: false },
				)
			else if (fit && points.length)
				map.fitBounds(L.latLngBounds(points), { maxZoom: 14, animate: false, padding: [64, 40] })
			pins.set(given)
			say()
		},
		highlight: (index) => pins.highlight(index),
		remove() {
			themed.disconnect()
			sized.disconnect()
			map.remove()
		},
	}
}

function cardOf({ href = '', label, detail, pin }: MapMarker): HTMLElement {
	const box = Object.assign(document.createElement('div'), { className: styles.popup })
	const link = Object.assign(document.createElement('a'), { href, textContent: label })
	const words = [detail, pin && [pin.time && `frei ${pin.time}`, pin.price].filter(Boolean).join(' · ')]
	box.append(
		link,
		...words.filter(Boolean).map((text) => Object.assign(document.createElement('span'), { textContent: text })),
	)
	return box
}
