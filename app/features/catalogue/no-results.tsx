import { Link } from 'react-router'
import buttons from '#app/ui/button.module.css'
import type { Alternatives } from './alternatives.server.ts'
import { ListingCard } from './listing-card.tsx'
import styles from './no-results.module.css'

/** What to do when nothing fits: looser wishes, and what is near. */
export function NoResults({ alternatives }: { alternatives: Alternatives }) {
	const [first, ...others] = alternatives.links
	return (
		<>
			<div className={styles.box}>
				<h2>Nichts gefunden</h2>
				<p>{alternatives.reason}</p>
				<p className={styles.links}>
					{first ? (
						<Link to={first.href} className={buttons.primary}>
							{first.words}
						</Link>
					) : null}
					{others.map((link) => (
						<Link key={link.href} to={link.href} className={buttons.secondary}>
							{link.words}
						</Link>
					))}
				</p>
			</div>
			{alternatives.cards.length ? (
				<>
					<h2 className={styles.title}>{alternatives.cardsTitle}</h2>
					<ul className={styles.list}>
						{alternatives.cards.map((card) => (
							<li key={card.id}>
								<ListingCard card={card} />
							</li>
						))}
					</ul>
				</>
			) : null}
		</>
	)
}
