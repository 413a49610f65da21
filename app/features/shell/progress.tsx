import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import styles from './progress.module.css'

/** Milliseconds after which waiting is explained. */
const LONG = 6000

/** A line at the top while another page is on its way, and words when that takes long. */
export function Progress() {
	const { state, location } = useNavigation()
	const waiting = state !== 'idle'
	const [late, setLate] = useState<typeof location>()
	useEffect(() => {
		if (!waiting) return undefined
		const timer = setTimeout(() => setLate(location), LONG)
		return () => clearTimeout(timer)
	}, [waiting, location])
	return (
		<div className={styles.progress}>
			{waiting ? <div className={styles.line} role="progressbar" aria-label="Die Seite wird geladen" /> : null}
			<p role="status" className={waiting && late === location ? styles.words : 'visually-hidden'}>
				{waiting && late === location ? 'Das dauert gerade länger als sonst. Bitte warten Sie noch einen Moment.' : ''}
			</p>
		</div>
	)
}
