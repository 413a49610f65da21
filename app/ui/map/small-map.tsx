import { Suspense, useEffect, useMemo, useState } from 'react'
import { LazyMapPanel } from './lazy-map-panel.ts'
import type { MapTiles } from './map-panel.tsx'
import styles from './small-map.module.css'

type Props = { name: string; detail: string; latitude: number; longitude: number; tiles: MapTiles | null }

/** A map beside other things where the screen is wide: drawn once the page is in use, on a ground of its size until then. */
export function SmallMap({ name, detail, latitude, longitude, tiles }: Props) {
	const [shown, setShown] = useState(false)
	useEffect(() => setShown(matchMedia('(width >= 60rem)').matches), [])
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
