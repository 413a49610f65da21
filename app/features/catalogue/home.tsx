import { formatNumber } from '#app/lib/numbers.ts'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import buttons from '#app/ui/button.module.css'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { JsonLd } from '#app/ui/json-ld.tsx'
import { NO_FILTERS } from './filters.ts'
import type { HomeData } from './home.queries.server.ts'
import styles from './home.module.css'
import { ListingCard } from './listing-card.tsx'
import { SearchBar } from './search-bar.tsx'

const STEPS = [
	{ title: 'Suchen', text: 'Sie sagen, was Sie brauchen, wo und wann. Sie sehen nur Zeiten, die wirklich frei sind.' },
	{
		title: 'Zeit wählen',
		text: 'Ein Klick auf eine freie Zeit genügt. Sie bleibt für Sie reserviert, während Sie Ihre Daten eingeben.',
	},
	{
		title: 'Hingehen',
		text: 'Die Bestätigung kommt sofort per E-Mail, mit einem Link zum Verschieben und Absagen. Ein Konto brauchen Sie nicht.',
	},
]

/** The home page: search, free times today, categories, cities, how it works, and the entrance for businesses. */
export function Home({ data }: { data: HomeData }) {
	const address = useAddress()
	return (
		<>
			<title>Zeitplatz: freie Termine finden und ohne Konto buchen</title>
			<meta
				name="description"
				content="Friseur, Massage, Werkstatt und mehr: freie Termine in Ihrer Nähe finden und ohne Konto online buchen."
			/>
			<link rel="canonical" href={address(paths.home())} />
			<meta property="og:title" content="Zeitplatz: freie Termine finden und ohne Konto buchen" />
			<meta property="og:type" content="website" />
			<meta property="og:url" content={address(paths.home())} />
			<JsonLd
				data={
					import.meta.env.SSR
						? {
								'@context': 'https://schema.org',
								'@type': 'WebSite',
								name: 'Zeitplatz',
								url: address(paths.home()),
								potentialAction: {
									'@type': 'SearchAction',
									target: {
										'@type': 'EntryPoint',
										urlTemplate: `${address(paths.listings())}?was={search_term_string}`,
									},
									'query-input': 'required name=search_term_string',
								},
							}
						: undefined
				}
			/>
			<section className={styles.hero}>
				<div className={styles.inner}>
					<h1>Freie Termine finden und ohne Konto buchen.</h1>
					<div className={styles.search}>
						<SearchBar filters={NO_FILTERS} when="Jederzeit" today={data.today} large />
					</div>
				</div>
			</section>
			<Soon soon={data.soon} />
			<section data-links className={styles.section} aria-labelledby="kategorien">
				<Heading id="kategorien" title="Was suchen Sie?" more="Alle Kategorien" href={paths.categories()} />
				<ul className={styles.tiles}>
					{data.categories.map((category) => (
						<li key={category.slug}>
							<a href={paths.category(category.slug)} className={styles.tile}>
								<span className={styles.picture}>
									<CategoryPicture icon={category.icon} hue={category.hue} />
								</span>
								{category.name}
							</a>
						</li>
					))}
				</ul>
			</section>
			<section data-links className={styles.section} aria-labelledby="staedte">
				<Heading id="staedte" title="Termine in Ihrer Stadt" />
				<ul className={styles.cities}>
					{data.cities.map((city) => (
						<li key={city.slug}>
							<a href={paths.catalogue(city.slug)}>
								{city.name}
								{city.count ? <span>{formatNumber(city.count)}</span> : null}
							</a>
						</li>
					))}
				</ul>
			</section>
			<section className={styles.section} aria-labelledby="ablauf">
				<Heading id="ablauf" title="So geht es" />
				<ol className={styles.steps}>
					{STEPS.map((step) => (
						<li key={step.title}>
							<h3>{step.title}</h3>
							<p>{step.text}</p>
						</li>
					))}
				</ol>
			</section>
			<section data-links className={styles.section} aria-labelledby="unternehmen">
				<div className={styles.business}>
					<div>
						<h2 id="unternehmen">Sie bieten Termine an?</h2>
						<p>
							Tragen Sie Ihr Unternehmen ein, legen Sie Leistungen und Arbeitszeiten fest, und lassen Sie online buchen.
							Doppelte Buchungen sind ausgeschlossen.
						</p>
					</div>
					<a href={paths.business()} className={buttons.primary}>
						Zeitplatz für Unternehmen
					</a>
				</div>
			</section>
		</>
	)
}

function Soon({ soon }: { soon: HomeData['soon'] }) {
	if (!soon.cards.length) return null
	return (
		<section data-links className={styles.section} aria-labelledby="bald">
			<Heading
				id="bald"
				title={soon.day === 'heute' ? 'Heute noch frei' : 'Morgen frei'}
				more={soon.day === 'heute' ? 'Alle freien Termine heute' : 'Alle freien Termine morgen'}
				href={paths.listings({ datum: soon.day })}
			/>
			<ul className={styles.soon}>
				{soon.cards.map((card, index) => (
					<li key={card.id}>
						<ListingCard card={card} upright eager={index === 0} />
					</li>
				))}
			</ul>
		</section>
	)
}

function Heading({ id, title, more, href }: { id: string; title: string; more?: string; href?: string }) {
	return (
		<div className={styles.heading}>
			<h2 id={id}>{title}</h2>
			{href ? <a href={href}>{more}</a> : null}
		</div>
	)
}
