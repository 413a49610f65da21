import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { LazyMapPanel } from './lazy-map-panel.ts'
import type { MapTiles } from './map-panel.tsx'
import styles from './place-map.module.css'

type Props = { name: string; detail: string; latitude: number; longitude: number; tiles: MapTiles | null }

/** The map of one place; loaded when someone opens it. */
export function PlaceMap({ name, detail, latitude, longitude, tiles }: Props) {
	const box = useRef<HTMLDetailsElement>(null)
	const [open, setOpen] = useState(false)
	// The box may have been opened before the page was hydrated.
	useEffect(() => setOpen(box.current?.open ?? false), [])
	const markers = useMemo(() => [{ latitude, longitude, label: name, detail }], [latitude, longitude, name, detail])
	return (
		<details ref={box} className={styles.box} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>Karte anzeigen</summary>
			{open ? (
				<div className={styles.map}>
					<Suspense fallback={<p>Die Karte wird geladen …</p>}>
						<LazyMapPanel label={`Karte: ${name}`} markers={markers} tiles={tiles} />
					</Suspense>
				</div>
			) : null}
		</details>
	)
}
