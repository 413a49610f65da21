import { paths } from '#app/lib/paths.ts'
import { chipLook } from '#app/ui/chip.tsx'
import buttons from '#app/ui/button.module.css'
import type { Alternatives } from './alternatives.server.ts'
import { ListingCard } from './listing-card.tsx'
import styles from './no-results.module.css'

/** Shown when nothing fits: looser searches, and what is near. `upright`: the cards are placed side by side. */
export function NoResults({ alternatives, upright = false }: { alternatives: Alternatives; upright?: boolean }) {
	const [first, ...others] = alternatives.links
	return (
		<>
			<div className={styles.box}>
				<h2>Diese Suche verfeinern</h2>
				<p>{alternatives.reason}</p>
				{alternatives.days.length ? (
					<nav aria-label="Andere Tage" className={styles.days}>
						<p>Dieselbe Suche an anderen Tagen:</p>
						<ul>
							{alternatives.days.map((day) => (
								<li key={day.href}>
									<a href={day.href} className={chipLook({})} rel="nofollow">
										{day.words}
									</a>
								</li>
							))}
						</ul>
					</nav>
				) : null}
				<p>
					Oder sagen Sie einmal, was Sie brauchen: Passende Betriebe antworten mit Zeiten, die sie für Sie frei halten.
					Oder wir sagen Ihnen Bescheid, sobald etwas frei wird.
				</p>
				<p className={styles.links}>
					{first ? (
						<a href={first.href} className={buttons.primary}>
							{first.words}
						</a>
					) : null}
					<a href={alternatives.order ?? paths.createOrder()} className={buttons.secondary} rel="nofollow">
						Suchauftrag erstellen
					</a>
					<a href={alternatives.alert ?? paths.alert()} className={buttons.secondary} rel="nofollow">
						Sagen Sie mir Bescheid
					</a>
					{others.map((link) => (
						<a key={link.href} href={link.href} className={buttons.secondary}>
							{link.words}
						</a>
					))}
				</p>
			</div>
			{alternatives.groups.map((group) => (
				<section key={group.title} aria-label={group.title}>
					<h2 className={styles.title}>{group.title}</h2>
					<ul className={upright ? styles.beside : styles.list}>
						{group.cards.map((card) => (
							<li key={card.id}>
								<ListingCard card={card} upright={upright} />
							</li>
						))}
					</ul>
				</section>
			))}
		</>
	)
}
