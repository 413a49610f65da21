import Supercluster from 'supercluster'
import { withRoom } from './crowded.ts'
import { L } from './leaflet.ts'
import type { MapMarker } from './map-panel.tsx'
import styles from './pins.module.css'

type Events = {
	/** A place is pointed at or focused; -1 when it no longer is. */
	onPoint(index: number): void
	/** A place is chosen. */
	onChoose(index: number): void
}
type Own = { index: number; free: number }

export type Pins = {
	set(markers: MapMarker[]): void
	/** Highlights one place, or the cluster that holds it; -1 for none. */
	highlight(index: number): void
	draw(): void
}

// Places closer than this many pixels become one number, from three on.
const RADIUS = 44
const AT_LEAST = 3
const CLOSEST_CLUSTER = 16

/** The places of a map as labels with time and price, dots where it is crowded, and numbers where it is more so. */
export function createPins(map: L.Map, { onPoint, onChoose }: Events): Pins {
	const layer = L.layerGroup().addTo(map)
	let markers: MapMarker[] = []
	let index = indexOf([])
	let shown = new Map<string, { pin: L.Marker; places: number[]; free: boolean; cluster: boolean }>()
	let active = -1

	const make = (spot: L.LatLngExpression, html: HTMLElement, kind: string, words: string, choose: () => void) => {
		const icon = L.divIcon({ className: `${styles.pin} ${kind}`, html, iconSize: undefined })
		const pin = L.marker(spot, { icon, riseOnHover: true, keyboard: true }).addTo(layer)
		const element = pin.getElement()
		html.setAttribute('aria-hidden', 'true')
		element?.setAttribute('role', 'button')
		element?.setAttribute('aria-label', words)
		// Leaflet hears Enter only, and not on pins without a popup.
		element?.addEventListener('keydown', (event) => {
			if (event.key !== 'Enter' && event.key !== ' ') return
			event.preventDefault()
			event.stopPropagation()
			choose()
		})
		pin.on('click', choose)
		return pin
	}
	const place = (number: number, marker: MapMarker, spot: L.LatLngExpression) => {
		const { time = '', price = '' } = marker.pin ?? {}
		const label = document.createElement('span')
		if (time) label.append(Object.assign(document.createElement('b'), { textContent: time }))
		if (price) label.append(time ? ' ' : '', price)
		const kind = !marker.pin ? styles.spot : time ? styles.free : styles.price
		const words = [`${time} ${price}`.trim(), marker.label].filter(Boolean).join(', ')
		const pin = make(spot, label, kind ?? '', words, () => onChoose(number))
		pin.on('mouseover', () => onPoint(number))
		pin.on('mouseout', () => onPoint(-1))
		pin.getElement()?.addEventListener('focus', () => onPoint(number))
		pin.getElement()?.addEventListener('blur', () => onPoint(-1))
		return { pin, places: [number], free: time !== '', cluster: false }
	}
	const cluster = (id: number, count: number, free: number, spot: [number, number]) => {
		const label = Object.assign(document.createElement('span'), { textContent: String(count) })
		const words = `${count} Betriebe${free ? `, ${free} mit freien Zeiten` : ''}. Hineinzoomen`
		const kind = `${styles.cluster} ${free ? styles.some : ''}`
		const pin = make(spot, label, kind, words, () =>
			map.setView(spot, Math.min(map.getMaxZoom(), index.getClusterExpansionZoom(id))),
		)
		const places = index.getLeaves(id, Infinity).map((leaf) => leaf.properties.index)
		return { pin, places, free: free > 0, cluster: true }
	}
	const arrange = (): void => {
		const all = [...shown.values()].map((one) => {
			const { x, y } = map.latLngToContainerPoint(one.pin.getLatLng())
			const element = one.pin.getElement()
			element?.classList.remove(styles.dot ?? '')
			return { ...one, x, y, element, ...sizeOf(element) }
		})
		const labels = all.filter((one) => !one.cluster)
		const fits = withRoom(
			labels,
			all.filter((one) => one.cluster),
		)
		for (const [number, { element, pin, free, places }] of labels.entries()) {
			const dot = !fits[number]
			element?.classList.toggle(styles.dot ?? '', dot)
			pin.setZIndexOffset(places.includes(active) ? 3000 : dot ? -1000 : free ? 200 : 0)
		}
	}
	const mark = (): void => {
		for (const { pin, places } of shown.values())
			pin.getElement()?.classList.toggle(styles.active ?? '', places.includes(active))
	}
	const draw = (): void => {
		const view = map.getBounds().pad(0.1)
		const box: [number, number, number, number] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()]
		const next: typeof shown = new Map()
		for (const { id, geometry, properties } of index.getClusters(box, Math.round(map.getZoom()))) {
			const [longitude, latitude] = geometry.coordinates as [number, number]
			const own = properties as Own & { cluster?: boolean; point_count: number }
			const key = own.cluster ? `c${id}` : `p${own.index}`
			const marker = markers[own.index]
			const kept = shown.get(key)
			shown.delete(key)
			if (kept) next.set(key, kept)
			else if (own.cluster) next.set(key, cluster(Number(id), own.point_count, own.free, [latitude, longitude]))
			else if (marker) next.set(key, place(own.index, marker, [latitude, longitude]))
		}
		for (const { pin } of shown.values()) pin.remove()
		shown = next
		mark()
		arrange()
	}
	return {
		set(given) {
			layer.clearLayers()
			shown = new Map()
			active = -1
			markers = given
			index = indexOf(given)
			draw()
		},
		highlight(number) {
			active = number
			mark()
			for (const { pin, places, free, cluster: many } of shown.values()) {
				const dot = pin.getElement()?.classList.contains(styles.dot ?? '')
				pin.setZIndexOffset(places.includes(active) ? 3000 : dot ? -1000 : free && !many ? 200 : 0)
			}
		},
		draw,
	}
}

function indexOf(markers: MapMarker[]): Supercluster<Own, { free: number }> {
	const index = new Supercluster<Own, { free: number }>({
		...{ radius: RADIUS, minPoints: AT_LEAST, maxZoom: CLOSEST_CLUSTER },
		map: ({ free }) => ({ free }),
		reduce: (sum, { free }) => {
			sum.free += free
		},
	})
	return index.load(
		markers.flatMap(({ latitude, longitude, pin }, number) =>
			latitude === null || longitude === null
				? []
				: {
						...{ type: 'Feature' as const, properties: { index: number, free: pin?.time ? 1 : 0 } },
						geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
					},
		),
	)
}

function sizeOf(element: HTMLElement | undefined): { width: number; height: number } {
	const label = element?.firstElementChild
	return { width: label?.clientWidth ?? 0, height: label?.clientHeight ?? 0 }
}
