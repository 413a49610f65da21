import { paths } from '#app/lib/paths.ts'
import { Card as CardFrame } from '#app/ui/card.tsx'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { HeartButton } from '#app/ui/heart-button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Rating } from '#app/ui/rating.tsx'
import type { Card } from './card.ts'
import styles from './listing-card.module.css'
import { StartChips } from './start-chips.tsx'

type Props = {
	card: Card
	/** Picture above the text instead of beside it. */
	upright?: boolean
	/** Without the button that keeps it for later. */
	plain?: boolean
	/** For the first cards, whose pictures are visible at once. */
	eager?: boolean
}

/**
 * One location in a list: picture, name, rating, place, matching services, next free starts. Its links are plain, so
 * the list around it needs `data-links`.
 */
export function ListingCard({ card, upright = false, eager = false, plain = false }: Props) {
	const rating = card.rating ? (
		<Rating average={card.rating.average} count={card.rating.count} />
	) : (
		<span className={styles.fresh}>Neu</span>
	)
	return (
		<CardFrame
			title={card.name}
			href={paths.listing(card.slug, 'marktplatz')}
			upright={upright}
			picture={
				card.image ? (
					<Picture picture={card.image} box="card" eager={eager} />
				) : (
					<CategoryPicture icon={card.icon} hue={card.hue} />
				)
			}
			onPicture={plain ? null : <HeartButton location={card.id} name={card.name} />}
			corner={upright ? undefined : rating}
		>
			<p className={upright ? `${styles.place} ${styles.brief}` : styles.place}>
				{upright ? rating : null}
				<span>{card.place}</span>
			</p>
			<ul className={upright ? `${styles.services} ${styles.one}` : styles.services}>
				{card.services.slice(0, upright ? 1 : 2).map((service) => (
					<li key={service.id}>
						<span className={styles.service}>{service.name}</span>
						<span className={styles.facts}>
							<span className={styles.duration}>{service.duration} · </span>
							<b>{service.price}</b>
						</span>
					</li>
				))}
			</ul>
			{card.startsFor && !upright && card.services.length > 1 ? (
				<p className={`${styles.for} ${styles.first}`}>Frei für {card.startsFor}:</p>
			) : null}
			<StartChips
				chips={upright ? card.starts.slice(0, 3) : card.starts}
				name={card.name}
				all={
					upright || !card.services[0]
						? undefined
						: paths.listingBooking(card.slug, { service: card.services[0].id, von: 'marktplatz' })
				}
			/>
			{card.zone ? <p className={styles.for}>{card.zone}</p> : null}
		</CardFrame>
	)
}
