import { Suspense, useMemo, useSyncExternalStore } from 'react'
import { LazyMapPanel } from './lazy-map-panel.ts'
import type { MapTiles } from './map-panel.tsx'
import styles from './small-map.module.css'

type Props = { name: string; detail: string; latitude: number; longitude: number; tiles: MapTiles | null }

const WIDE = '(width >= 60rem)'

const subscribe = (listener: () => void): (() => void) => {
	const query = matchMedia(WIDE)
	query.addEventListener('change', listener)
	return () => query.removeEventListener('change', listener)
}

/** A map beside other things where the screen is wide: drawn once the page is in use, on a ground of its size until then. */
export function SmallMap({ name, detail, latitude, longitude, tiles }: Props) {
	const shown = useSyncExternalStore(
		subscribe,
		() => matchMedia(WIDE).matches,
		() => false,
	)
	const markers = useMemo(() => [{ latitude, longitude, label: name, detail }], [latitude, longitude, name, detail])
	return (
		<div className={styles.box}>
			{shown ? (
				<Suspense fallback={null}>
					<LazyMapPanel label={`Karte: ${name}`} markers={markers} tiles={tiles} />
				</Suspense>
			) : null}
		</div>
	)
}
