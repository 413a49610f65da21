import { formatNumber } from '#app/lib/numbers.ts'
import { paths } from '#app/lib/paths.ts'
import { chipLook } from '#app/ui/chip.tsx'
import { LineIcon } from '#app/ui/line-icon.tsx'
import { NO_FILTERS } from './filters.ts'
import styles from './home-hero.module.css'
import { TradePicture } from './home-parts.tsx'
import type { HomeData } from './home.queries.server.ts'
import { SearchBar } from './search-bar.tsx'

const TIMES = [
	{ words: 'Heute Abend', query: { datum: 'heute', tageszeit: 'abend' } },
	{ words: 'Morgen Vormittag', query: { datum: 'morgen', tageszeit: 'vormittag' } },
	{ words: 'Wochenende', query: { datum: 'wochenende' } },
]

const FACTS = [
	'Ohne Konto',
	'Sie sehen nur freie Zeiten',
	'Bewertungen nur nach echten Terminen',
	'Reihenfolge ohne bezahlte Plätze',
]

/** The upper part of the home page: what one can do here, the search, and what everybody can rely on. */
export function HomeHero({ data }: { data: HomeData }) {
	const [high, low] = data.categories.filter((category) => category.cover)
	return (
		<>
			<section className={styles.hero}>
				<div className={styles.inner}>
					<h1>Freie Termine finden und ohne Konto buchen.</h1>
					<p className={styles.lead}>
						{data.businesses > 1
							? `${formatNumber(data.businesses)} Unternehmen zeigen hier ihre wirklich freien Zeiten.`
							: 'Unternehmen zeigen hier ihre wirklich freien Zeiten.'}{' '}
						Eine antippen, Namen nennen, fertig.
					</p>
					<div className={styles.search}>
						<SearchBar filters={NO_FILTERS} where={data.town} when="Jederzeit" today={data.today} large />
					</div>
					<ul data-links className={styles.times} aria-label="Freie Zeiten">
						{TIMES.map(({ words, query }) => (
							<li key={words}>
								<a href={paths.listings(query)} className={chipLook({ kind: 'quiet', className: styles.time })}>
									{words}
								</a>
							</li>
						))}
					</ul>
					{high && low ? (
						<div className={styles.arches} aria-hidden="true">
							<span className={styles.low}>
								<TradePicture trade={low} eager />
							</span>
							<span className={styles.high}>
								<TradePicture trade={high} eager />
							</span>
						</div>
					) : null}
				</div>
			</section>
			<ul className={styles.facts} aria-label="Darauf können Sie sich verlassen">
				{FACTS.map((fact) => (
					<li key={fact}>
						<LineIcon size={18}>
							<path d="m5 12.500 4.500 4.500L19 7.500" strokeLinecap="round" strokeLinejoin="round" />
						</LineIcon>
						{fact}
					</li>
				))}
			</ul>
		</>
	)
}
