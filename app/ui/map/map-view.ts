import * as L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { MapMarker, MapTiles } from './map-panel.tsx'
import styles from './map-panel.module.css'

export type MapArea = { latitude: number; longitude: number; radiusKm: number }

export type MapView = {
	/** Shows these places instead; `fit` moves the view to them. */
	setMarkers(markers: MapMarker[], fit: boolean): void
	/** Highlights one place, by its index in the list; -1 for none. */
	highlight(index: number): void
	/** Loads map tiles from another server; only after consent. */
	showTiles(tiles: MapTiles): void
	hideTiles(): void
	remove(): void
}

type Events = {
	/** A place is hovered or focused; -1 when it no longer is. */
	onPoint(index: number): void
	/** The visitor moved the view. */
	onMove(area: MapArea): void
}

const GERMANY: [number, number][] = [
	[47.3, 5.9],
	[55.1, 15.0],
]

/**
 * A map of places in an element. Without tiles the places are shown on a plain background, with the names of towns if they are
 * given.
 */
export function createMap(element: HTMLElement, { onPoint, onMove }: Events): MapView {
	const still = matchMedia('(prefers-reduced-motion: reduce)').matches
	const map = L.map(element, {
		zoomControl: false,
		maxZoom: 19,
		minZoom: 4,
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
	map.fitBounds(GERMANY)
	const layer = L.layerGroup().addTo(map)
	let pins: (L.Marker | undefined)[] = []
	let tileLayer: L.TileLayer | undefined
	// Whether the map is moving by itself, to show all places or a popup.
	let byItself = false
	let shown = -1

	map.on('autopanstart', () => (byItself = true))
	map.on('focus', () => map.scrollWheelZoom.enable())
	map.on('blur', () => map.scrollWheelZoom.disable())
	map.on('moveend', () => {
		if (!byItself && pins.length) onMove(areaOf(map.getBounds()))
		byItself = false
	})
	const sized = new ResizeObserver(() => {
		byItself = true
		map.invalidateSize({ animate: false })
		byItself = false
	})
	sized.observe(element)

	return {
		setMarkers(markers, fit) {
			layer.clearLayers()
			pins = markers.map((marker, index) => {
				if (marker.latitude === null || marker.longitude === null) return undefined
				const pin = L.marker([marker.latitude, marker.longitude], {
					icon: L.divIcon({ className: marker.free ? `${styles.pin} ${styles.free}` : styles.pin, iconSize: [28, 28] }),
					title: marker.label,
					alt: marker.label,
					riseOnHover: true,
				})
				if (marker.href) pin.bindPopup(() => popup(marker), { closeButton: false, autoPanPadding: [16, 16] })
				pin.on('mouseover', () => onPoint(index))
				pin.on('mouseout', () => onPoint(-1))
				pin.on('popupopen', () => onPoint(index))
				pin.addTo(layer)
				pin.getElement()?.addEventListener('focus', () => onPoint(index))
				pin.getElement()?.addEventListener('blur', () => onPoint(-1))
				return pin
			})
			const points = pins.flatMap((pin) => (pin ? [pin.getLatLng()] : []))
			if (!fit || !points.length) return
			byItself = true
			map.fitBounds(L.latLngBounds(points).pad(0.15), { maxZoom: 15, animate: false })
			byItself = false
		},
		highlight(index) {
			pins[shown]?.getElement()?.classList.remove(styles.active ?? '')
			pins[shown]?.setZIndexOffset(0)
			shown = index
			pins[index]?.getElement()?.classList.add(styles.active ?? '')
			pins[index]?.setZIndexOffset(1000)
		},
		showTiles(tiles) {
			tileLayer ??= L.tileLayer(tiles.url, {
				attribution: tiles.attribution,
				maxZoom: 19,
				referrerPolicy: 'origin',
			}).addTo(map)
		},
		hideTiles() {
			tileLayer?.remove()
			tileLayer = undefined
		},
		remove() {
			sized.disconnect()
			map.remove()
		},
	}
}

function popup(marker: MapMarker): HTMLElement {
	const box = Object.assign(document.createElement('div'), { className: styles.popup })
	const link = Object.assign(document.createElement('a'), { href: marker.href, textContent: marker.label })
	const detail = Object.assign(document.createElement('span'), { textContent: marker.detail })
	box.append(link, detail)
	return box
}

// A circle around the centre that covers almost everything in view.
function areaOf(bounds: L.LatLngBounds): MapArea {
	const center = bounds.getCenter()
	const [north, east] = [L.latLng(bounds.getNorth(), center.lng), L.latLng(center.lat, bounds.getEast())]
	const metres = Math.max(center.distanceTo(north), center.distanceTo(east))
	return { latitude: center.lat, longitude: center.lng, radiusKm: Math.min(200, Math.max(0.2, metres / 1000)) }
}
