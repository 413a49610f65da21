import { formatSoon, localDate, localTime } from '#app/lib/dates.ts'
import { useOnline } from '#app/ui/use-online.ts'
import { useTrouble } from '#app/ui/use-trouble.ts'
import styles from './head.module.css'

/** While the calendar cannot be refreshed: since when it stands. `at` is the instant when it was loaded. */
export function Stand({ at, zone }: { at: string; zone: string }) {
	const online = useOnline()
	const stale = useTrouble()?.kind === 'stale'
	return (
		<p role="status" className={styles.stand}>
			{online && !stale ? null : `Stand ${when(at, zone)}, ${online ? 'keine Antwort' : 'offline'}`}
		</p>
	)
}

function when(at: string, zone: string): string {
	const now = new Date()
	return localDate(at, zone) === localDate(now, zone) ? localTime(at, zone) : formatSoon(at, zone, now)
}
