import { Link } from 'react-router'
import styles from './frame.module.css'

/** The way to the page before and after, where nobody counts how many there are. */
export function StepPages({ page, more, hrefFor }: { page: number; more: boolean; hrefFor: (page: number) => string }) {
	if (page === 1 && !more) return null
	return (
		<nav aria-label="Seiten" className={styles.steps}>
			{page > 1 ? (
				<Link to={hrefFor(page - 1)} rel="prev">
					Vorige Seite
				</Link>
			) : null}
			{more ? (
				<Link to={hrefFor(page + 1)} rel="next">
					Nächste Seite
				</Link>
			) : null}
		</nav>
	)
}
