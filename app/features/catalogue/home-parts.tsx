import { paths } from '#app/lib/paths.ts'
import buttons from '#app/ui/button.module.css'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { chipLook } from '#app/ui/chip.tsx'
import { LineIcon, SearchIcon } from '#app/ui/line-icon.tsx'
import { Picture, type StoredPicture } from '#app/ui/picture.tsx'
import styles from './home-parts.module.css'
import type { HomeData } from './home.queries.server.ts'
import { ListingCard } from './listing-card.tsx'
import { TownForm } from './town-form.tsx'

type Trade = HomeData['categories'][number]

/** The picture of a trade, which its name stands beside: that of one of its businesses, or a drawn one. */
export function TradePicture({ trade, eager }: { trade: Trade; eager?: boolean }) {
	if (!trade.cover) return <CategoryPicture icon={trade.icon} hue={trade.hue} />
	return <Picture picture={{ ...trade.cover, alt: '' }} box="card" eager={eager} />
}

/** The head of a section of the home page, with a link to more of its kind. */
export function Heading({ id, title, more, href }: { id: string; title: string; more?: string; href?: string }) {
	return (
		<div className={styles.heading}>
			<h2 id={id}>{title}</h2>
			{href ? <a href={href}>{more}</a> : null}
		</div>
	)
}

const TRADES_NAMED = 4

/** Businesses of all trades that are free today, or tomorrow. */
export function HomeSoon({ data: { soon, categories, town, unknown } }: { data: HomeData }) {
	if (!soon.cards.length) return null
	const title = soon.day === 'heute' ? 'Heute noch frei' : 'Morgen frei'
	const query = { datum: soon.day, wo: soon.town?.name, umkreis: soon.radiusKm?.toString() }
	return (
		<section data-links className={styles.section} aria-labelledby="bald">
			<div className={styles.heading}>
				<div>
					<h2 id="bald">
						{title}
						{soon.town ? ` ${soon.town.words}` : ''}
					</h2>
					<div className={styles.stand}>
						<span>Stand {soon.asOf} Uhr</span>
						<details className={styles.town} open={unknown !== ''}>
							<summary>{soon.town ? 'Ort ändern' : 'Ort angeben'}</summary>
							<div>
								<TownForm label="Ihr Ort" town={unknown || town} unknown={unknown !== ''} />
							</div>
						</details>
					</div>
				</div>
				<ul className={styles.trades} aria-label={`${title} nach Branche`}>
					{categories.slice(0, TRADES_NAMED).map(({ slug, name }) => (
						<li key={slug}>
							<a
								href={paths.listings({ ...query, was: name })}
								className={chipLook({ kind: 'quiet', className: styles.trade })}
							>
								{name}
							</a>
						</li>
					))}
				</ul>
			</div>
			<ul className={styles.soon}>
				{soon.cards.map((card, index) => (
					<li key={card.id}>
						<ListingCard card={card} upright eager={index === 0} />
					</li>
				))}
			</ul>
			<p className={styles.all}>
				<a href={paths.listings(query)} className={buttons.secondary}>
					{soon.day === 'heute' ? 'Alle freien Termine heute' : 'Alle freien Termine morgen'}
				</a>
			</p>
		</section>
	)
}

const ANSWERS = [
	{ when: 'Sa., 9:30', where: '0,9 km entfernt', price: '75,00 €' },
	{ when: 'Sa., 10:15', where: '2,4 km entfernt', price: '69,00 €' },
	{ when: 'Sa., 11:00', where: '3,1 km entfernt', price: '82,00 €' },
]

/** What a search order brings, shown by an example of its answers. */
export function HomeOrder({ pictures }: { pictures: StoredPicture[] }) {
	return (
		<section data-links className={styles.section} aria-labelledby="suchauftrag">
			<div className={styles.order}>
				<div>
					<h2 id="suchauftrag">Nichts Passendes frei? Lassen Sie sich Zeiten anbieten.</h2>
					<p>
						Mit einem Suchauftrag sagen Sie, was Sie brauchen und wann Sie können. Unternehmen in Ihrer Nähe antworten
						mit Zeiten, die sie für Sie freihalten. Sie nehmen eine davon an, oder keine.
					</p>
					<p className={styles.begin}>
						<a href={paths.createOrder()} className={buttons.primary}>
							Suchauftrag erstellen
						</a>
						<span>Kostenlos und unverbindlich</span>
					</p>
				</div>
				<div>
					<p className={styles.example}>
						Beispiel: <b>Hochsteckfrisur, Samstagvormittag</b>
					</p>
					<ul className={styles.answers}>
						{ANSWERS.map(({ when, where, price }, index) => (
							<li key={when}>
								<span className={styles.thumb}>
									{pictures[index] ? <Picture picture={{ ...pictures[index], alt: '' }} box="card" /> : null}
								</span>
								<span>
									<b>{when}</b>
									<span>{where}</span>
								</span>
								<b>{price}</b>
							</li>
						))}
					</ul>
				</div>
			</div>
		</section>
	)
}

/** How booking works, in three steps. */
export function HomeSteps() {
	return (
		<section className={styles.section} aria-labelledby="ablauf">
			<Heading id="ablauf" title="So geht es" />
			<ol className={styles.steps}>
				<li>
					<span className={styles.drawn} aria-hidden="true">
						<span className={styles.field}>
							<SearchIcon />
							Massage · Berlin · morgen Abend
						</span>
					</span>
					<h3>Suchen, was Sie brauchen</h3>
					<p>Sie sehen nur Unternehmen, die zu Ihrer Zeit wirklich frei sind.</p>
				</li>
				<li>
					<span className={styles.drawn} aria-hidden="true">
						<span className={styles.slot}>16:30</span>
						<span className={`${styles.slot} ${styles.chosen}`}>17:00</span>
						<span className={styles.slot}>17:30</span>
					</span>
					<h3>Eine Zeit antippen</h3>
					<p>Sie bleibt für Sie reserviert, während Sie Namen und E-Mail eintragen.</p>
				</li>
				<li>
					<span className={styles.drawn} aria-hidden="true">
						<span className={styles.done}>
							<LineIcon size={24}>
								<path d="m5 12.500 4.500 4.500L19 7.500" strokeLinecap="round" strokeLinejoin="round" />
							</LineIcon>
						</span>
						<span className={styles.field}>Mi., 17:00 · Rücken und Nacken</span>
					</span>
					<h3>Hingehen</h3>
					<p>
						Die Bestätigung kommt per E-Mail, mit einem Link zum Verschieben und Absagen. Ein Konto brauchen Sie nicht.
					</p>
				</li>
			</ol>
		</section>
	)
}
