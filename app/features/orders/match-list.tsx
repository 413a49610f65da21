import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { chipLook } from '#app/ui/chip.tsx'
import { type Holdable, HoldButton, HoldForm } from '#app/ui/hold-button.tsx'
import { Rating } from '#app/ui/rating.tsx'
import styles from './order-steps.module.css'

export type Match = {
	slug: string
	name: string
	/** Empty where only its times are known. */
	place: string
	rating: { average: number; count: number } | null
	service: string
	facts: string
	chips: (Holdable & { label: string })[]
}

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
						<p className={styles.soft}>
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
