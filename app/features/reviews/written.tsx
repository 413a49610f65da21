import { formatDate } from '#app/lib/dates.ts'
import { Stars } from '#app/ui/rating.tsx'
import { answerWords } from './answers.ts'
import type { ReviewPage } from './reviews.contracts.ts'
import styles from './written.module.css'

type Props = { review: NonNullable<ReviewPage['review']>; business: string; zone: string }

/** A review as it stands, for its author. */
export function Written({ review, business, zone }: Props) {
	const answers = answerWords(review)
	return (
		<section aria-label="Ihre Bewertung" className={styles.written}>
			<p className={styles.head}>
				<Stars value={review.rating} /> <span>{formatDate(review.created_at, zone)}</span>
			</p>
			{review.text ? <p className={styles.text}>{review.text}</p> : null}
			{answers.length > 0 ? <p className={styles.soft}>{answers.join(' · ')}</p> : null}
			{review.additions.map(({ at, text }) => (
				<p key={at} className={styles.text}>
					<b>Nachtrag vom {formatDate(at, zone)}:</b> {text}
				</p>
			))}
			{review.reply ? (
				<blockquote className={styles.reply}>
					<b>Antwort von {business}</b>
					<p>{review.reply}</p>
				</blockquote>
			) : null}
		</section>
	)
}
