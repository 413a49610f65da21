import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { chipLook } from '#app/ui/chip.tsx'
import { HoldButton, HoldForm } from '#app/ui/hold-button.tsx'
import { Rating } from '#app/ui/rating.tsx'
import type { Match } from './matches-view.ts'
import styles from './match-list.module.css'
import steps from './order-steps.module.css'

/** Businesses with starts; a click on one holds it and leads to the contact data. */
export function MatchList({ matches }: { matches: Match[] }) {
	if (!matches.length) return null
	return (
		<ul className={styles.matches}>
			{matches.map((match) => (
				<li key={`${match.slug}${match.service}`} className={styles.match}>
					<h2>
						<Link to={paths.listing(match.slug, 'marktplatz')}>{match.name}</Link>
					</h2>
					{match.place ? (
						<p className={steps.soft}>
							{match.place}
							{match.rating ? (
								<>
									{' '}
									· <Rating average={match.rating.average} count={match.rating.count} />
								</>
							) : null}
						</p>
					) : null}
					<p>{[match.service, match.facts].filter(Boolean).join(' · ')}</p>
					<HoldForm>
						<ul className={styles.chips} aria-label={`Freie Zeiten bei ${match.name}`}>
							{match.chips.map(({ label, action, start }) => (
								<li key={`${start}${action}`}>
									<HoldButton {...{ action, start }} className={chipLook({})}>
										{label}
									</HoldButton>
								</li>
							))}
						</ul>
					</HoldForm>
				</li>
			))}
		</ul>
	)
}
