import { paths } from '#app/lib/paths.ts'
import { type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import { Stars } from '#app/ui/rating.tsx'
import type { Received } from './received.queries.server.ts'
import { ReplyForm } from './reply-form.tsx'
import items from '#app/ui/rows.module.css'
import styles from './received.module.css'

type Props = { reviews: Received[]; mayReply: boolean; refusal?: Refusal }

/** What customers wrote, each with the reply or a form for it. */
export function ReceivedList({ reviews, mayReply, refusal }: Props) {
	return (
		<ul className={`${items.items} ${styles.list}`}>
			{reviews.map((review) => {
				const reply = replyTo(refusal, review.id)
				return (
					<li key={review.id}>
						<p className={styles.head}>
							<b>{review.author}</b> <Stars value={review.rating} />
							<span className={items.soft}>
								{review.date}
								{review.edited ? `, geändert am ${review.edited}` : ''}
							</span>
						</p>
						{review.visit ? <p className={items.soft}>{review.visit}</p> : null}
						{review.text ? <p className={styles.text}>{review.text}</p> : null}
						{review.answers ? <p className={items.soft}>{review.answers}</p> : null}
						{review.additions.map((addition) => (
							<p key={addition.at} className={styles.text}>
								<b>Nachtrag vom {addition.date}:</b> {addition.text}
							</p>
						))}
						{review.reply ? (
							<blockquote className={styles.reply}>
								<b>Ihre Antwort</b>
								<p className={styles.text}>{review.reply}</p>
							</blockquote>
						) : null}
						<p className={items.soft}>
							{review.checked ? (
								'Gemeldet, wird geprüft.'
							) : (
								<a href={paths.report('review', review.id)} aria-label={`Bewertung von ${review.author} melden`}>
									Melden
								</a>
							)}
						</p>
						{mayReply ? (
							<details key={review.reply} open={reply !== undefined}>
								<summary>
									{review.reply ? 'Antwort ändern' : 'Antworten'}
									<span className="visually-hidden">: {review.author}</span>
								</summary>
								<ReplyForm review={review} reply={reply} />
							</details>
						) : null}
					</li>
				)
			})}
		</ul>
	)
}
