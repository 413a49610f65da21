import { Link } from 'react-router'
import styles from './pages.module.css'
import { visiblePages } from './pagination.ts'

type Props = { page: number; pages: number; hrefFor: (page: number) => string }

/** Links to the pages of a list: back, three numbers, on. Nothing when there is one page. */
export function Pages({ page, pages, hrefFor }: Props) {
	if (pages < 2) return null
	return (
		<nav aria-label="Seiten" className={styles.pages}>
			{page > 1 ? (
				<Link to={hrefFor(page - 1)} rel="prev" aria-label="Vorherige Seite" className={styles.step}>
					‹
				</Link>
			) : null}
			{visiblePages(page, pages).map((number) => (
				<Link
					key={number}
					to={hrefFor(number)}
					aria-label={`Seite ${number} von ${pages}`}
					aria-current={number === page ? 'page' : undefined}
					className={styles.step}
				>
					{number}
				</Link>
			))}
			{page < pages ? (
				<Link to={hrefFor(page + 1)} rel="next" aria-label="Nächste Seite" className={styles.step}>
					›
				</Link>
			) : null}
		</nav>
	)
}
