import {
	CenteredTextSymbolizer,
	CircleSymbolizer,
	type Feature,
	GroupSymbolizer,
	type LabelRule,
	LineSymbolizer,
	OffsetTextSymbolizer,
	type PaintRule,
	PolygonSymbolizer,
} from 'protomaps-leaflet'
import type { MapColours } from './map-colours.ts'

// From here on one would see that rivers are off by up to 340 m.
const NO_RIVERS_FROM = 14

type Test = (zoom: number | undefined, feature?: Feature) => boolean

const number = (feature: Feature | undefined, name: string): number => Number(feature?.props[name])
const isKind =
	(kind: string): Test =>
	(_, feature) =>
		feature?.props.kind === kind
const font = (weight: number, size: number): string => `${weight} ${size}px "Figtree Variable", system-ui, sans-serif`

/** Areas and lines of the overview (scripts/base-map), the lowest first. */
export function paintRules(colours: MapColours): PaintRule[] {
	const line = (kind: string, color: string, width: (zoom: number) => number, more: { dash?: number[] } = {}) => ({
		dataLayer: 'boundaries',
		symbolizer: new LineSymbolizer({ color, width, ...more }),
		filter: isKind(kind),
	})
	return [
		// Under the land, so that no gap shows between the shapes of two sources.
		line('country', colours.abroad, (zoom) => (zoom < 7 ? 3 : zoom < 9 ? 8 : zoom < 11 ? 24 : 60)),
		{ dataLayer: 'earth', symbolizer: new PolygonSymbolizer({ fill: colours.abroad }), filter: isKind('abroad') },
		{ dataLayer: 'earth', symbolizer: new PolygonSymbolizer({ fill: colours.land }), filter: isKind('de') },
		{ dataLayer: 'landuse', symbolizer: new PolygonSymbolizer({ fill: colours.built }) },
		{ dataLayer: 'water', symbolizer: new PolygonSymbolizer({ fill: colours.water }), filter: isKind('lake') },
		{
			dataLayer: 'water',
			symbolizer: new LineSymbolizer({
				...{ color: colours.water, perFeature: true, lineCap: 'round', lineJoin: 'round' },
				width: riverWidth,
			}),
			filter: (zoom, feature) => feature?.props.kind === 'river' && zoom < NO_RIVERS_FROM,
		},
		{ ...line('county', colours.county, (zoom) => (zoom < 9 ? 0.5 : 1), { dash: [3, 3] }), minzoom: 8 },
		line('region', colours.region, (zoom) => (zoom < 7 ? 0.7 : 1.2)),
		line('country', colours.country, () => 1),
	]
}

/** Names on the overview: towns beside a dot on a map of the country, across the town when one is close; districts and stations. */
export function labelRules(colours: MapColours): LabelRule[] {
	const { text, soft, halo, rail } = colours
	const isShown: Test = (zoom, feature) => number(feature, 'mz') <= (zoom ?? 0)
	const bySize = (one: { pop?: unknown }, other: { pop?: unknown }): number => Number(other.pop) - Number(one.pop)
	const byZoom = (one: { mz?: unknown }, other: { mz?: unknown }): number => Number(one.mz) - Number(other.mz)
	const name = { labelProps: ['name'], stroke: halo }
	return [
		{
			dataLayer: 'places',
			symbolizer: new GroupSymbolizer([
				new CircleSymbolizer({ radius: 2, fill: text, stroke: halo, width: 1 }),
				new OffsetTextSymbolizer({
					...{ ...name, offsetX: 4, offsetY: 3, fill: text, width: 2.5, maxLineChars: 40 },
					font: (_, place) => {
						const people = number(place, 'pop')
						return font(people > 80_000 ? 600 : 500, people > 900_000 ? 14 : people > 300_000 ? 13 : 12)
					},
				}),
			]),
			filter: (zoom, place) => zoom < 9 && isKind('locality')(zoom, place) && isShown(zoom, place),
			sort: bySize,
		},
		{
			dataLayer: 'places',
			symbolizer: new CenteredTextSymbolizer({
				...{ ...name, fill: text, width: 3, maxLineChars: 40 },
				font: (zoom, place) => {
					const people = number(place, 'pop')
					return font(650, zoom >= 12 ? 18 : people > 300_000 ? 16 : people > 30_000 ? 14 : 12)
				},
			}),
			filter: (zoom, place) =>
				zoom >= 9 &&
				zoom < (number(place, 'pop') > 100_000 ? 13 : 15) &&
				isKind('locality')(zoom, place) &&
				isShown(zoom, place),
			sort: bySize,
		},
		{
			dataLayer: 'places',
			symbolizer: new CenteredTextSymbolizer({
				...{ ...name, fill: soft, width: 3, letterSpacing: 0.4, maxLineChars: 40 },
				font: (zoom) => font(600, zoom >= 14 ? 14 : 12),
			}),
			filter: (zoom, place) => isKind('neighbourhood')(zoom, place) && isShown(zoom, place),
			sort: byZoom,
		},
		{
			...{ dataLayer: 'pois', minzoom: 12, filter: isShown, sort: byZoom },
			symbolizer: new GroupSymbolizer([
				new CircleSymbolizer({ radius: 2.6, fill: rail, stroke: halo, width: 1.5 }),
				new OffsetTextSymbolizer({
					...{ ...name, offsetX: 5, offsetY: 4, fill: rail, width: 2.5, maxLineChars: 40 },
					font: font(500, 11),
				}),
			]),
		},
	]
}

function riverWidth(zoom: number, river?: Feature): number {
	const level = number(river, 'lv')
	const base = level <= 2 ? 1.5 : level <= 4 ? 0.8 : 0.5
	const steps = [1, 1, 1, 1, 1, 1, 1, 1, 1.6, 1.6, 2.4, 3.4, 5, 8]
	return base * (steps[Math.floor(zoom)] ?? 8)
}
