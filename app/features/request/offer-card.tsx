import { Form } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { BlockBusiness } from './block-business.tsx'
import styles from './offer-card.module.css'
import type { OfferView, StartView } from './view.ts'

type Props = {
	request: string
	offer: OfferView
	sign: { icon: string; hue: number }
	/** Whether it can be accepted here; not with a link for somebody who helps choosing. */
	own: boolean
	/** Whether its business can be blocked here. */
	blocks: boolean
}

/** One offer beside the others: the same facts at the same height, and the way to accept it. */
export function OfferCard({ request, offer, sign, own, blocks }: Props) {
	const { id, state, name, listing, image, rating, starts } = offer
	const live = state === 'live'
	const [first] = starts
	return (
		<article className={live ? styles.offer : `${styles.offer} ${styles.over}`} aria-labelledby={`offer-${id}`}>
			<div className={styles.picture}>
				{image ? (
					<Picture picture={{ ...image, alt: '' }} box="card" />
				) : (
					<CategoryPicture icon={sign.icon} hue={sign.hue} />
				)}
				{offer.best ? <span className={styles.best}>passt am besten</span> : null}
			</div>
			<div className={styles.head}>
				<h2 id={`offer-${id}`}>{listing ? <a href={listing}>{name}</a> : name}</h2>
				{rating ? <Rating average={rating.average} count={rating.count} /> : <span className={styles.soft}>Neu</span>}
			</div>
			<dl className={styles.facts}>
				<div className={styles.when}>
					<dt className="visually-hidden">{starts.length === 1 ? 'Zeit' : 'Zeiten'}</dt>
					<dd>
						{starts.length === 1 && first ? (
							<Time start={first} />
						) : (
							<ul className={styles.times}>
								{starts.map((start) => (
									<li key={start.position}>
										<Time start={start} />
									</li>
								))}
							</ul>
						)}
					</dd>
				</div>
				<div>
					<dt>Preis</dt>
					<dd className={offer.cheapest ? styles.good : undefined}>
						<b>{offer.price}</b>
						{offer.cheapest ? ' · am günstigsten' : <span className={styles.soft}> {offer.tax}</span>}
						{offer.reduced ? <span className={styles.reduced}>{offer.reduced}</span> : null}
					</dd>
				</div>
				<div>
					<dt>Leistung</dt>
					<dd>{offer.services}</dd>
				</div>
				<div>
					<dt>Weg</dt>
					<dd className={offer.nearest ? styles.good : undefined}>
						{offer.distance}
						{offer.nearest ? ' · am nächsten' : ''}
					</dd>
				</div>
				<div>
					<dt>Absagen</dt>
					<dd>{offer.policy}</dd>
				</div>
				<div>
					<dt>{live ? 'Reserviert bis' : 'Stand'}</dt>
					<dd>{live ? offer.until : offer.over}</dd>
				</div>
			</dl>
			<div className={styles.words}>
				{offer.person ? <p className={styles.soft}>bei {offer.person}</p> : null}
				{offer.text ? <p className={styles.text}>{offer.text}</p> : null}
				{offer.again.length > 0 ? (
					<>
						<p>Die Zeit ist noch frei, zum Listenpreis:</p>
						<ul className={styles.times}>
							{offer.again.map(({ label, href }) => (
								<li key={href}>
									<a href={href}>{label}</a>
								</li>
							))}
						</ul>
					</>
				) : null}
			</div>
			{live && own ? (
				<div className={styles.actions}>
					{starts.map(({ position, words }) => (
						<ButtonLink
							key={position}
							to={paths.requestOffer(request, id, position)}
							kind={starts.length === 1 || position === first?.position ? 'primary' : 'secondary'}
							wide
						>
							{starts.length === 1 ? 'Angebot prüfen und buchen' : `${words} buchen`}
							{starts.length === 1 ? <span className="visually-hidden">: {name}</span> : null}
						</ButtonLink>
					))}
					<Form method="post" preventScrollReset>
						<input type="hidden" name="offer" value={id} />
						<Button name="intent" value="decline" kind="plain">
							Ablehnen<span className="visually-hidden">: {name}</span>
						</Button>
					</Form>
				</div>
			) : null}
			<div className={styles.report}>
				<a href={paths.report('offer', id)} rel="nofollow" aria-label={`Angebot von ${name} melden`}>
					Melden
				</a>
				{blocks ? <BlockBusiness location={offer.location} name={name} /> : null}
			</div>
		</article>
	)
}

function Time({ start: { day, time, outside } }: { start: StartView }) {
	return (
		<>
			<span className={styles.day}>{day}</span> <span className={styles.time}>{time}</span>
			{outside ? <span className={styles.outside}>andere Zeit als gewünscht</span> : null}
		</>
	)
}
