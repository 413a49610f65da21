import { type ReactNode, useState } from 'react'
import { paths } from '#app/lib/paths.ts'
import { type Crumb, useAddress } from '#app/lib/seo.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { PlaceLogo } from '#app/ui/place-logo.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { ShareLink } from '#app/ui/share-link.tsx'
import { BookingBox, BookingBar } from './booking-box.tsx'
import { Directions, Imprint, Policy } from './facts.tsx'
import { Events } from './events.tsx'
import { Gallery } from './gallery.tsx'
import type { ListingData } from './listing.queries.server.ts'
import styles from './listing.module.css'
import { Reviews } from './reviews.tsx'
import { Packages } from './packages.tsx'
import { SectionLinks } from './section-links.tsx'
import { Services } from './services.tsx'
import { Team } from './team.tsx'
import { spokenWords } from './texts.ts'
import { TrustBand } from './trust.tsx'
import { visitOf } from './visit.ts'
import { VisitBar, VisitBox } from './visit-box.tsx'

type Props = {
	data: ListingData
	/** Cards of similar businesses nearby. */
	similar: ReactNode[]
	/** The part that only members of the company see. */
	team: ReactNode
	/** The button that keeps it for later. */
	keep?: ReactNode
}

/** The page of a location. */
export function Listing({ data, similar, team, keep }: Props) {
	const [chosen, setChosen] = useState<string[]>([])
	const visit = chosen.length > 0 ? visitOf(chosen, data) : undefined
	const address = useAddress()
	const spoken = spokenWords(data.attributes)
	const area = data.district && data.district !== data.city ? `${data.district}, ${data.city}` : data.city
	return (
		<div data-links className={styles.page}>
			<div className={styles.top}>
				<Breadcrumbs crumbs={crumbsOf(data)} />
				<div className={styles.actions}>
					<ShareLink title={data.name} address={address(paths.listing(data.slug))} />
					{keep}
				</div>
			</div>
			<Gallery images={data.images} name={data.name} icon={data.sign.icon} hue={data.sign.hue} />
			<div className={styles.columns}>
				<div className={styles.main}>
					<div className={styles.name}>
						<PlaceLogo path={data.logo_path} />
						<h1>{data.name}</h1>
					</div>
					<p className={styles.facts}>
						{data.rating ? (
							<a href="#bewertungen">
								<Rating average={data.rating.average} count={data.rating.count} />
							</a>
						) : (
							<span>Neu auf Zeitplatz</span>
						)}
						<a href="#anfahrt">
							{data.street}, {area}
						</a>
						{data.open ? <span className={data.open.open ? styles.open : undefined}>{data.open.words}</span> : null}
						{spoken ? <span>{spoken}</span> : null}
					</p>
					<TrustBand data={data} />
					{data.description ? <p className={styles.description}>{data.description}</p> : null}
					{team}
					<SectionLinks parts={partsOf(data)} />
					<Services slug={data.slug} groups={data.groups} from={data.from} phone={data.phone} onChoose={setChosen} />
					<Packages packages={data.packages} slug={data.slug} from={data.from} />
					{data.events.length > 0 ? <Events events={data.events} slug={data.slug} from={data.from} /> : null}
					<Team data={data} />
					<Reviews data={data} />
					<Directions data={data} />
					<Policy hours={data.cancellation_hours} byHand={data.confirms_by_hand} />
					{data.companies ? <Imprint company={data.companies} /> : null}
					<p className={styles.report}>
						<a href={paths.report('listing', data.id)} rel="nofollow">
							Eintrag melden
						</a>
						{data.images[0] ? (
							<a href={paths.report('image', data.images[0].id)} rel="nofollow">
								Bild melden
							</a>
						) : null}
					</p>
				</div>
				<aside className={styles.aside} aria-label="Termin buchen">
					{visit ? <VisitBox visit={visit} data={data} /> : <BookingBox data={data} />}
				</aside>
			</div>
			{similar.length ? (
				<section aria-labelledby="aehnlich" className={styles.similar}>
					<h2 id="aehnlich">Ähnliches in der Nähe</h2>
					<div className={styles.cards}>{similar}</div>
				</section>
			) : null}
			{visit ? <VisitBar visit={visit} /> : <BookingBar data={data} />}
		</div>
	)
}

function partsOf({ events, employees }: ListingData): { id: string; words: string }[] {
	return [
		{ id: 'leistungen', words: 'Leistungen' },
		...(events.length > 0 ? [{ id: 'kurse', words: 'Kurse' }] : []),
		...(employees.length > 0 ? [{ id: 'team', words: 'Team' }] : []),
		{ id: 'bewertungen', words: 'Bewertungen' },
		{ id: 'anfahrt', words: 'Lage und Zeiten' },
	]
}

function crumbsOf(data: ListingData): Crumb[] {
	const crumbs: Crumb[] = [{ name: 'Startseite', path: paths.home() }]
	const city = data.cities
	if (city) crumbs.push({ name: city.name, path: paths.catalogue(city.slug) })
	if (data.mainCategory) {
		const { name, slug } = data.mainCategory
		crumbs.push({ name, path: city ? paths.catalogue(city.slug, slug) : paths.category(slug) })
	}
	return [...crumbs, { name: data.name, path: paths.listing(data.slug) }]
}
