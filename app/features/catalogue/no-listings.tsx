import { paths } from '#app/lib/paths.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { NO_FILTERS } from './filters.ts'
import type { NoListingsData } from './home.queries.server.ts'
import { NoResults } from './no-results.tsx'
import styles from './results.module.css'
import { SearchBar } from './search-bar.tsx'

/** The page /listings-not-found: a new search, and businesses with free times. */
export function NoListings({ data }: { data: NoListingsData }) {
	return (
		<div data-links className={styles.page}>
			<title>Nichts gefunden · Zeitplatz</title>
			<meta name="robots" content="noindex, follow" />
			<Breadcrumbs
				crumbs={[
					{ name: 'Startseite', path: paths.home() },
					{ name: 'Freie Termine', path: paths.listings() },
				]}
			/>
			<h1>Keine passenden Unternehmen</h1>
			<div className={styles.again}>
				<SearchBar filters={NO_FILTERS} when="Jederzeit" today={data.today} />
			</div>
			<NoResults
				upright
				alternatives={{
					reason:
						'Zu dieser Suche gibt es gerade kein Angebot. Suchen Sie mit anderen Worten oder an einem anderen Ort.',
					links: [
						{ words: 'Alle Unternehmen ansehen', href: paths.listings() },
						{ words: 'Alle Kategorien ansehen', href: paths.categories() },
					],
					days: [],
					groups: data.cards.length ? [{ title: 'Hier ist bald etwas frei', cards: data.cards }] : [],
				}}
			/>
		</div>
	)
}
