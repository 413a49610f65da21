import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Rating } from '#app/ui/rating.tsx'
import { chipLook } from '#app/ui/chip.tsx'
import styles from './order-steps.module.css'

export type Match = {
	slug: string
	name: string
	place: string
	rating: { average: number; count: number } | null
	service: string
	facts: string
	chips: { label: string; href: string }[]
}

/** Businesses with starts that lead straight into the booking. */
export function MatchList({ matches }: { matches: Match[] }) {
	if (!matches.length) return null
	return (
		<ul className={styles.matches}>
			{matches.map((match) => (
				<li key={match.slug} className={styles.match}>
					<h2>
						<Link to={paths.listing(match.slug, 'marktplatz')}>{match.name}</Link>
					</h2>
					<p className={styles.soft}>
						{match.place}
						{match.rating ? (
							<>
								{' '}
								· <Rating average={match.rating.average} count={match.rating.count} />
							</>
						) : null}
					</p>
					<p>
						{match.service} · {match.facts}
					</p>
					<ul className={styles.chips} aria-label={`Freie Zeiten bei ${match.name}`}>
						{match.chips.map((chip) => (
							<li key={chip.href}>
								<a href={chip.href} className={chipLook({})} rel="nofollow">
									{chip.label}
								</a>
							</li>
						))}
					</ul>
				</li>
			))}
		</ul>
	)
}
