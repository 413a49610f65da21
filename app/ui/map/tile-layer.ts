import { L } from './leaflet.ts'
import { leafletLayer } from 'protomaps-leaflet'
import type { MapTiles } from '#app/lib/context.server.ts'
import { isDark, mapColours } from './map-colours.ts'
import { labelRules, paintRules } from './overview-style.ts'

const AROUND: L.LatLngBoundsExpression = [
	[45.9, 3.2],
	[56.4, 17.3],
]

/** The picture under the pins, in the theme that the page has now. */
export function tileLayer({ kind, url, maxZoom, attribution }: MapTiles): L.Layer {
	if (kind === 'pictures') return L.tileLayer(url, { maxNativeZoom: maxZoom, maxZoom: 19, bounds: AROUND, attribution })
	const colours = mapColours()
	const style =
		kind === 'overview'
			? { paintRules: paintRules(colours), labelRules: labelRules(colours), backgroundColor: colours.water }
			: { flavor: isDark() ? 'dark' : 'light' }
	return leafletLayer({
		...{ url, attribution, maxDataZoom: maxZoom, lang: 'de', noWrap: true, bounds: AROUND },
		...style,
	}) as unknown as L.Layer
}

/** The closest zoom: the overview shows no streets, so nearer would only be larger. */
export const closestZoom = ({ kind }: MapTiles): number => (kind === 'overview' ? 15 : 18)
