import { formatNumber } from '#app/lib/numbers.ts'
import styles from './rating.module.css'

type Props = { average: number; count?: number }

/** One star with the average and the number of ratings: "★ 4,8 (132)". */
export function Rating({ average, count }: Props) {
	const figure = (Math.round(average * 10) / 10).toFixed(1).replace('.', ',')
	const words = `${figure} von 5 Sternen${count === undefined ? '' : `, ${ratings(count)}`}`
	return (
		<span className={styles.rating}>
			<span aria-hidden="true" className={styles.star} />
			<span aria-hidden="true">
				{figure}
				{count === undefined ? null : <span className={styles.count}> ({count})</span>}
			</span>
			<span className="visually-hidden">{words}</span>
		</span>
	)
}

/** Five stars of which `value`, a whole number from 1 to 5, are filled. */
export function Stars({ value }: { value: number }) {
	return (
		<span className={styles.stars}>
			<span className={styles.filled} data-value={value} aria-hidden="true" />
			<span className="visually-hidden">{value} von 5 Sternen</span>
		</span>
	)
}

/** One star to choose by; its colour is that of the text around it. */
export function Star() {
	return <span aria-hidden="true" className={styles.choice} />
}

/** "1 Bewertung", "12 Bewertungen" */
export function ratings(count: number): string {
	return count === 1 ? '1 Bewertung' : `${formatNumber(count)} Bewertungen`
}
