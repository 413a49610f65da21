import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { Form } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { STRUCK_NOTE } from '#app/ui/struck-price.tsx'
import type { ListingData } from './listing.queries.server.ts'
import { ServiceItem } from './service-item.tsx'
import { useServiceSearch } from './service-search.tsx'
import styles from './services.module.css'
import { PreviewContext } from './book-link.tsx'
import { VISIT } from './visit.ts'

type Props = Pick<ListingData, 'slug' | 'groups' | 'from' | 'phone'> & {
	/** Hears of the ids of the chosen services. */
	onChoose: (services: string[]) => void
}

const chosenIn = (form: HTMLFormElement | null): string[] =>
	form ? new FormData(form).getAll('service').map(String) : []

/** What can be booked, grouped by category. */
export function Services({ groups, from, phone, slug, onChoose }: Props) {
	const form = useRef<HTMLFormElement>(null)
	const tell = useEffectEvent(() => onChoose(chosenIn(form.current)))
	// What was chosen before the page was hydrated, or comes back with it.
	useEffect(() => tell(), [])
	const preview = useContext(PreviewContext)
	const { found, search } = useServiceSearch(groups)
	const many = groups.reduce((sum, group) => sum + group.services.length, 0) > 6
	const struck = groups
		.flatMap((group) => group.services.flatMap((service) => service.variants ?? [service]))
		.some((service) => service.dayPrices.some(({ struckCents }) => struckCents !== null))
	return (
		<section aria-labelledby="leistungen" className={styles.section}>
			<h2 id="leistungen">Leistungen</h2>
			{groups.length > 3 ? (
				<nav aria-label="Kategorien der Leistungen" className={styles.jump}>
					{groups.map((group) => (
						<a key={group.id} href={`#leistungen-${group.id}`}>
							{group.name}
						</a>
					))}
				</nav>
			) : null}
			{many ? search : null}
			<Form
				id={VISIT}
				method="get"
				action={paths.listingBooking(slug)}
				ref={form}
				onChange={(event) => onChoose(chosenIn(event.currentTarget))}
			>
				{from ? <input type="hidden" name="von" value={from} /> : null}
				{groups.map((group) => (
					<section
						key={group.id}
						aria-labelledby={`leistungen-${group.id}`}
						hidden={!found.some(({ id }) => id === group.id)}
					>
						<h3 id={`leistungen-${group.id}`} className={styles.group}>
							{group.name}
						</h3>
						<ul className={styles.list}>
							{group.services.map((service) => (
								// What the search hides stays chosen.
								<ServiceItem
									key={service.id}
									{...{ service, phone }}
									hidden={!found.some(({ services }) => services.some(({ id }) => id === service.id))}
								/>
							))}
						</ul>
					</section>
				))}
				<p className={styles.go}>
					<Button disabled={preview}>Zeit wählen</Button>
					<span className={styles.soft}>Die Summe steht neben den Zeiten.</span>
				</p>
			</Form>
			{struck ? <p className={styles.soft}>{STRUCK_NOTE}</p> : null}
		</section>
	)
}
