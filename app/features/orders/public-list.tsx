import { EmptyState } from '#app/ui/empty-state.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { paths } from '#app/lib/paths.ts'
import styles from './public-list.module.css'

export type PublicRow = {
	key: string
	title: string
	place: string
	facts: string[]
	times: string
	offers: string
	age: string
}

/** Open search orders as everybody may see them. */
export function PublicList({ rows, narrowed }: { rows: PublicRow[]; narrowed: boolean }) {
	if (!rows.length)
		return (
			<EmptyState
				icon="search"
				what={narrowed ? 'Dazu sucht gerade niemand.' : 'Gerade ist kein Suchauftrag offen.'}
				how="Sie suchen selbst? Sagen Sie, was Sie brauchen und wann Sie können."
				action={<ButtonLink to={paths.createOrder()}>Suchauftrag erstellen</ButtonLink>}
			/>
		)
	return (
		<ul className={styles.list}>
			{rows.map((row) => (
				<li key={row.key} className={styles.row}>
					<h2>{row.title}</h2>
					<p className={styles.age}>{row.age}</p>
					<p>{[row.place, ...row.facts].join(' · ')}</p>
					<p className={styles.times}>{row.times}</p>
					<p className={styles.offers}>{row.offers}</p>
				</li>
			))}
		</ul>
	)
}
