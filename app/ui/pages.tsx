import styles from './pages.module.css'
import { visiblePages } from './pagination.ts'

type Props = { page: number; pages: number; hrefFor: (page: number) => string }

/** Links to the pages of a list: previous, three numbers, next. Renders nothing when there is only one page. */
export function Pages({ page, pages, hrefFor }: Props) {
	if (pages < 2) return null
	return (
		<nav data-links aria-label="Seiten" className={styles.pages}>
			{page > 1 ? (
				<a href={hrefFor(page - 1)} rel="prev" aria-label="Vorherige Seite" className={styles.step}>
					‹
				</a>
			) : null}
			{visiblePages(page, pages).map((number) => (
				<a
					key={number}
					href={hrefFor(number)}
					aria-label={`Seite ${number} von ${pages}`}
					aria-current={number === page ? 'page' : undefined}
					className={styles.step}
				>
					{number}
				</a>
			))}
			{page < pages ? (
				<a href={hrefFor(page + 1)} rel="next" aria-label="Nächste Seite" className={styles.step}>
					›
				</a>
			) : null}
		</nav>
	)
}
