import type { RequestThread } from '#app/features/threads/threads.server.ts'
import { Thread } from '#app/ui/thread.tsx'
import { BlockBusiness } from './block-business.tsx'
import styles from './questions.module.css'

type Props = {
	threads: RequestThread[]
	/** An answer that was refused, and to which location. */
	refused?: { location: string; words: string; message: string }
	/** Whether the business can be blocked here. */
	blocks: boolean
}

/** What businesses have asked about a search order, each with the form for the answer. */
export function Questions({ threads, refused, blocks }: Props) {
	return (
		<section aria-labelledby="fragen" className={styles.questions}>
			<h2 id="fragen">{threads.length === 1 ? 'Ein Betrieb fragt nach' : 'Betriebe fragen nach'}</h2>
			<p className={styles.soft}>
				Ihren Namen und Ihren Kontakt sieht ein Betrieb erst, wenn Sie sein Angebot annehmen. Andere Betriebe lesen
				nicht mit.
			</p>
			<div className={styles.threads}>
				{threads.map(({ location, business, listing, ...thread }) => (
					<section key={location} aria-label={`Fragen von ${business}`} className={styles.thread}>
						<h3>{listing ? <a href={listing}>{business}</a> : business}</h3>
						<Thread
							{...thread}
							label={`Ihre Antwort an ${business}`}
							closed={
								thread.messages.at(-1)?.mine ? 'Ihre Antwort ist angekommen.' : 'Hier lässt sich nichts mehr schreiben.'
							}
							refused={refused?.location === location ? { message: refused.message, typed: refused.words } : null}
						>
							<input type="hidden" name="location" value={location} />
						</Thread>
						{blocks && thread.open ? (
							<div className={styles.soft}>
								<BlockBusiness location={location} name={business} />
							</div>
						) : null}
					</section>
				))}
			</div>
		</section>
	)
}
