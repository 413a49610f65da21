import { formatNumber } from '#app/lib/numbers.ts'
import { type Filters, PARAMETERS, RADII, RATINGS } from './filters.ts'
import styles from './filter-panel.module.css'
import type { Facets } from './catalogue.queries.server.ts'
import { LANGUAGES } from './languages.ts'
import { ATTRIBUTES } from './texts.ts'

/** Id of the search form, which the filters belong to although they are placed outside it. */
export const FORM = 'suche'

type CategoryLink = { name: string; href: string; current: boolean; count: number | null }
type Props = {
	filters: Filters
	/** The number of results for each choice. */
	facets: Pick<Facets, 'attributes' | 'ratings'>
	hasPlace: boolean
	categories: { top: CategoryLink | null; links: CategoryLink[] }
}

/** The filters of the list. With JavaScript a change searches at once; without it, the button does. */
export function FilterPanel({ filters, facets, hasPlace, categories }: Props) {
	const { radiusKm } = filters
	const radii = radiusKm === null || RADII.some((one) => one === radiusKm) ? RADII : [radiusKm, ...RADII]
	return (
		<div className={styles.panel} data-instant>
			<fieldset>
				<legend>Umkreis</legend>
				<select
					form={FORM}
					name={PARAMETERS.radiusKm}
					defaultValue={filters.radiusKm ?? ''}
					aria-label="Umkreis"
					className={styles.box}
					disabled={!hasPlace}
				>
					<option value="">{hasPlace ? 'Nur der gesuchte Ort' : 'Erst einen Ort angeben'}</option>
					{radii.map((radius) => (
						<option key={radius} value={radius}>
							{formatNumber(radius)} km
						</option>
					))}
				</select>
			</fieldset>
			<fieldset>
				<legend>Preis</legend>
				<div className={styles.price}>
					<Price name={PARAMETERS.minPriceCents} label="ab" cents={filters.minPriceCents} />
					<Price name={PARAMETERS.maxPriceCents} label="bis" cents={filters.maxPriceCents} />
					<span aria-hidden="true">€</span>
				</div>
			</fieldset>
			<fieldset>
				<legend>Bewertung</legend>
				<Choice name={PARAMETERS.minRating} value="" label="Egal" chosen={String(filters.minRating ?? '')} />
				{[...RATINGS].reverse().map((rating) => (
					<Choice
						key={rating}
						name={PARAMETERS.minRating}
						value={String(rating)}
						label={`ab ${formatNumber(rating)} Sternen`}
						count={facets.ratings[rating] ?? 0}
						chosen={String(filters.minRating ?? '')}
					/>
				))}
			</fieldset>
			<fieldset>
				<legend>Vor Ort</legend>
				<label className={styles.choice}>
					<input form={FORM} type="checkbox" name={PARAMETERS.openNow} value="jetzt" defaultChecked={filters.openNow} />
					<span>Jetzt geöffnet</span>
				</label>
				{Object.entries(ATTRIBUTES).map(([value, label]) => (
					<label key={value} className={styles.choice}>
						<input
							form={FORM}
							type="checkbox"
							name={PARAMETERS.attributes}
							value={value}
							defaultChecked={filters.attributes.includes(value)}
						/>
						<span>{label}</span>
						<Count count={facets.attributes[value] ?? 0} />
					</label>
				))}
			</fieldset>
			<fieldset>
				<legend>Sprache</legend>
				<select
					form={FORM}
					name={PARAMETERS.language}
					defaultValue={filters.language}
					aria-label="Sprache"
					className={styles.box}
				>
					<option value="">Egal</option>
					{Object.entries(LANGUAGES).map(([code, name]) => (
						<option key={code} value={code}>
							{name}
						</option>
					))}
				</select>
			</fieldset>
			<nav aria-label="Kategorien">
				<p className={styles.legend}>Kategorie</p>
				<ul className={styles.links}>
					{categories.top ? <CategoryItem link={categories.top} strong /> : null}
					{categories.links.map((link) => (
						<CategoryItem key={link.href} link={link} />
					))}
				</ul>
			</nav>
		</div>
	)
}

function CategoryItem({ link, strong = false }: { link: CategoryLink; strong?: boolean }) {
	return (
		<li>
			<a href={link.href} aria-current={link.current ? 'page' : undefined} className={strong ? styles.top : undefined}>
				{link.name}
				{link.count === null ? null : <Count count={link.count} />}
			</a>
		</li>
	)
}

function Price({ name, label, cents }: { name: string; label: string; cents: number | null }) {
	return (
		<label>
			<span>{label}</span>
			<input
				form={FORM}
				name={name}
				inputMode="decimal"
				defaultValue={cents === null ? '' : String(cents / 100).replace('.', ',')}
				aria-label={`${label} Euro`}
				className={styles.box}
				maxLength={7}
			/>
		</label>
	)
}

type ChoiceProps = { name: string; value: string; label: string; chosen: string; count?: number }

function Choice({ name, value, label, chosen, count }: ChoiceProps) {
	return (
		<label className={styles.choice}>
			<input form={FORM} type="radio" name={name} value={value} defaultChecked={chosen === value} />
			<span>{label}</span>
			{count === undefined ? null : <Count count={count} />}
		</label>
	)
}

function Count({ count }: { count: number }) {
	return <span className={styles.count}>{formatNumber(count)}</span>
}
