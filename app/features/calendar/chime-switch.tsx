import { useSyncExternalStore } from 'react'
import { chime, followChime, rememberChime, wantsChime } from './chime.ts'
import styles from './head.module.css'

/** Turns the sound for new requests and bookings on and off, for this browser. It needs a script, so it is missing without one. */
export function ChimeSwitch() {
	const wanted = useSyncExternalStore(followChime, wantsChime, () => undefined)
	if (wanted === undefined) return null
	return (
		<label className={styles.chime}>
			<input
				type="checkbox"
				checked={wanted}
				onChange={({ currentTarget: { checked } }) => {
					rememberChime(checked)
					if (checked) chime()
				}}
			/>
			Ton bei neuen Anfragen und Buchungen
		</label>
	)
}
