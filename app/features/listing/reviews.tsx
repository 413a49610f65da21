import { paths, search } from '#app/lib/paths.ts'
import { Rating, ratings, Stars } from '#app/ui/rating.tsx'
import type { ListingData } from './listing.queries.server.ts'
import styles from './reviews.module.css'

/** Reviews with their distribution; all of them come from completed appointments. */
export function Reviews({ data }: { data: ListingData }) {
	const { rating, reviews, stars } = data
	return (
		<section aria-labelledby="bewertungen">
			<h2 id="bewertungen">Bewertungen</h2>
			{rating ? (
				<>
					<div className={styles.summary}>
						<p className={styles.average}>
							<Rating average={rating.average} />
							<span>{ratings(rating.count)}</span>
						</p>
						<ul className={styles.bars}>
							{stars.map((row) => (
								<li key={row.stars}>
									<span>{row.stars} Sterne</span>
									<svg className={styles.track} aria-hidden="true">
										<rect width={`${(100 * row.count) / Math.max(1, rating.count)}%`} height="100%" rx="4" />
									</svg>
									<span>{row.count}</span>
								</li>
							))}
						</ul>
					</div>
					<p className={styles.soft}>
						Bewerten kann nur, wer hier über Zeitplatz einen Termin hatte. Neuere Bewertungen zählen im Durchschnitt
						mehr. <a href={paths.reviewRules()}>Wie wir prüfen und rechnen</a>
					</p>
					<ul className={styles.list}>
						{reviews.map((review) => (
							<li key={review.id}>
								<p className={styles.head}>
									<b>{review.author}</b>{' '}
									<span>
										{review.date}
										{review.edited ? `, geändert am ${review.edited}` : ''}
									</span>
								</p>
								<p className={styles.stars}>
									<Stars value={review.rating} />
									{review.checked ? <span className={styles.checked}>wird geprüft</span> : null}
								</p>
								{review.visit ? <p className={styles.soft}>{review.visit}</p> : null}
								{review.text ? <p className={styles.text}>{review.text}</p> : null}
								{review.answers ? <p className={styles.soft}>{review.answers}</p> : null}
								{review.additions.map((addition) => (
									<p key={addition.at} className={styles.text}>
										<b>Nachtrag vom {addition.date}:</b> {addition.text}
									</p>
								))}
								{review.reply ? (
									<blockquote className={styles.reply}>
										<b>Antwort von {data.name}</b>
										<p>{review.reply}</p>
									</blockquote>
								) : null}
								<p className={styles.report}>
									<a
										href={paths.report('review', review.id)}
										rel="nofollow"
										aria-label={`Bewertung von ${review.author} melden`}
									>
										Melden
									</a>
									{review.reply ? (
										<a
											href={paths.report('reply', review.id)}
											rel="nofollow"
											aria-label={`Antwort melden (Bewertung von ${review.author})`}
										>
											Antwort melden
										</a>
									) : null}
								</p>
							</li>
						))}
					</ul>
					{rating.count > reviews.length ? (
						<a
							href={`${paths.listing(data.slug)}${search({ bewertungen: 'alle', von: data.from })}`}
							data-keep-scroll
							className={styles.more}
							rel="nofollow"
						>
							Alle Bewertungen ansehen
						</a>
					) : null}
				</>
			) : (
				<p className={styles.soft}>
					Noch keine Bewertungen. Die ersten kommen von Menschen, die hier einen Termin hatten.
				</p>
			)}
			{data.removedCount > 0 ? (
				<p className={styles.soft}>
					{data.removedCount === 1 ? 'Eine Bewertung wurde' : `${data.removedCount} Bewertungen wurden`} nach einer
					Meldung entfernt: {data.removed.join(', ')}.
				</p>
			) : null}
		</section>
	)
}
