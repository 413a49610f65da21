import { formatNumber } from '#app/lib/numbers.ts'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import buttons from '#app/ui/button.module.css'
import { JsonLd } from '#app/ui/json-ld.tsx'
import styles from './home.module.css'
import { HomeHero } from './home-hero.tsx'
import { DrawnDay } from './drawn-day.tsx'
import { HomeVoices } from './voices.tsx'
import { Heading, HomeOrder, HomeSoon, HomeSteps, TradePicture } from './home-parts.tsx'
import type { HomeData } from './home.queries.server.ts'

const TILES = 12

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
			<HomeHero data={data} />
			<HomeSoon data={data} />
			<section data-links className={styles.section} aria-labelledby="kategorien">
				<Heading
					id="kategorien"
					title="Was suchen Sie?"
					more={`Alle ${data.categories.length} Kategorien`}
					href={paths.categories()}
				/>
				<ul className={styles.tiles}>
					{data.categories.slice(0, TILES).map((category) => (
						<li key={category.slug}>
							<a href={category.href} className={styles.tile}>
								<span className={styles.picture}>
									<TradePicture trade={category} />
								</span>
								<b>{category.name}</b>
								{category.count ? (
									<span className={styles.count}>{formatNumber(category.count)} Unternehmen</span>
								) : null}
							</a>
						</li>
					))}
				</ul>
			</section>
			<HomeOrder pictures={data.spare} />
			<HomeSteps />
			<HomeVoices voices={data.voices} />
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
			<section data-links className={styles.section} aria-labelledby="unternehmen">
				<div className={styles.business}>
					<div>
						<h2 id="unternehmen">Sie bieten Termine an?</h2>
						<p>
							Kalender, Kundenkartei und Online-Buchung in einem. Doppelte Buchungen sind ausgeschlossen, und Ihre Daten
							nehmen Sie jederzeit mit.
						</p>
						<p className={styles.ways}>
							<a href={paths.business()} className={buttons.primary}>
								Zeitplatz für Unternehmen
							</a>
							<a href={paths.demo()}>Demo ansehen</a>
						</p>
					</div>
					<DrawnDay />
				</div>
			</section>
		</>
	)
}
