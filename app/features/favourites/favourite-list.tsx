import type { ReactNode } from 'react'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import styles from './favourites.module.css'

type Kept = { id: string; name: string; card: ReactNode }

/** The kept businesses, each as a card with its next free times and a button that removes it. */
export function FavouriteList({ kept }: { kept: Kept[] }) {
	return (
		<section aria-labelledby="gemerkt">
			<h2 id="gemerkt" className="visually-hidden">
				Gemerkte Betriebe
			</h2>
			<ul data-links className={styles.list}>
				{kept.map(({ id, name, card }) => (
					<li key={id}>
						{card}
						<form method="post" action={paths.favourites()}>
							<input type="hidden" name="location" value={id} />
							<input type="hidden" name="was" value="entfernen" />
							<Button kind="plain">
								Nicht mehr merken<span className="visually-hidden">: {name}</span>
							</Button>
						</form>
					</li>
				))}
			</ul>
		</section>
	)
}
