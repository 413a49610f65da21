import { paths } from '#app/lib/paths.ts'
import { Stars } from '#app/ui/rating.tsx'
import { Heading } from './home-parts.tsx'
import type { HomeData } from './home.queries.server.ts'
import parts from './home-parts.module.css'
import styles from './voices.module.css'

/** The latest reviews of different businesses, whatever their stars; nothing while there are none. */
export function HomeVoices({ voices }: { voices: HomeData['voices'] }) {
	if (!voices.length) return null
	return (
		<section data-links className={parts.section} aria-labelledby="stimmen">
			<Heading id="stimmen" title="Zuletzt bewertet" more="Wie Bewertungen entstehen" href={paths.reviewRules()} />
			<ul className={styles.voices}>
				{voices.map(({ id, author, rating, text, services, slug, place }) => (
					<li key={id}>
						<Stars value={rating} />
						<blockquote>
							<p>„{text}“</p>
						</blockquote>
						<p className={styles.who}>
							<b>{author}</b>
							{services ? ` · ${services}` : null}
						</p>
						<a href={`${paths.listing(slug, 'marktplatz')}#bewertungen`}>{place}</a>
					</li>
				))}
			</ul>
		</section>
	)
}
