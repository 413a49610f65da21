import { Link } from 'react-router'
import { chipLook } from '#app/ui/chip.tsx'
import { HoldButton, HoldForm } from '#app/ui/hold-button.tsx'
import { Picture, type StoredPicture } from '#app/ui/picture.tsx'
import styles from './rebook-cards.module.css'
import type { Rebooking } from './rebook.server.ts'

/** A past visit that can be booked again at once. */
export type RebookCard = Rebooking & {
	id: string
	picture: StoredPicture | null
	place: string
	services: string
	/** When it was last, and what it cost then; both in words. */
	last: string
	price: string
}

/** The latest visits once more: a time is held with one click, and the link leads to all of them. */
export function RebookCards({ cards }: { cards: RebookCard[] }) {
	if (cards.length === 0) return null
	return (
		<section aria-labelledby="wieder">
			<h2 id="wieder">Wieder buchen</h2>
			<ul className={styles.cards}>
				{cards.map(({ id, picture, place, services, last, price, path, times }) => (
					<li key={id}>
						<div className={styles.head}>
							{picture ? <Picture picture={{ ...picture, alt: '' }} box="small" className={styles.picture} /> : null}
							<div>
								<h3>{place}</h3>
								<p className={styles.soft}>{last}</p>
							</div>
						</div>
						<p className={styles.what}>
							{services}
							{price ? <span className={styles.soft}>{price}</span> : null}
						</p>
						<HoldForm className={styles.times} aria-label={`Wieder buchen: ${services}`}>
							{times.map(({ action, start, label, sixWeeks }, index) => (
								<HoldButton
									key={start}
									{...{ action, start }}
									className={chipLook({ kind: index === 0 ? 'next' : 'later', className: styles.time })}
								>
									{sixWeeks ? 'In 6 Wochen: ' : <span className="visually-hidden">Wieder buchen: </span>}
									{label}
								</HoldButton>
							))}
						</HoldForm>
						<Link to={path} className={styles.other}>
							Andere Zeit<span className="visually-hidden">: {services}</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}
