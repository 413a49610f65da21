import { lazy, Suspense, useRef, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { formatNumber } from '#app/lib/numbers.ts'
import { paths } from '#app/lib/paths.ts'
import { untilLoaded } from '#app/lib/until-loaded.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import buttons from '#app/ui/button.module.css'
import { LineIcon } from '#app/ui/line-icon.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { FilterPanel, FORM } from './filter-panel.tsx'
import { MORE, ON_MAP, PARAMETERS, PER_PAGE, SORTS } from './filters.ts'
import { GroupEvents, GroupEventsLink } from './group-events.tsx'
import { ListingCard } from './listing-card.tsx'
import { NoResults } from './no-results.tsx'
import onMapStyles from './on-map.module.css'
import type { CatalogueData } from './page.server.ts'
import styles from './results.module.css'
import sheetStyles from './sheet.module.css'
import { SearchBar } from './search-bar.tsx'
import { DayStrip, QuickFilters } from './quick-filters.tsx'
import { resultCount, SORT_NAMES } from './texts.ts'
import { TownForm } from './town-form.tsx'
import { useFilterForm } from './use-filter-form.ts'
import { useSheet } from './use-sheet.ts'

const LIST = 'ergebnisse'

/** The page of results: search, filters, list, pages; or alternatives when nothing fits. */
export function Results({ data }: { data: CatalogueData }) {
	const { filters, results, shown, alternatives } = data
	const form = useRef<HTMLFormElement>(null)
	useFilterForm(form, data.query, data.faults)
	const items = useRef<HTMLOListElement>(null)
	const sheet = useRef<HTMLDetailsElement>(null)
	useSheet(sheet)
	const { cards } = results
	const { moreHref } = data
	const fault = Object.values(data.faults)[0]?.fault ?? data.areaFault
	const { onMap } = filters
	const started = useStarted()
	const next = useNavigation()
	const busy = next.state === 'loading'
	const grows = new URLSearchParams(next.location?.search).has(PARAMETERS.shown)
	return (
		<div data-links className={onMap ? `${styles.page} ${onMapStyles.page}` : styles.page}>
			<div className={`${styles.search} ${onMapStyles.search}`}>
				<SearchBar
					id={FORM}
					form={form}
					filters={filters}
					what={shown.what}
					where={shown.where}
					when={data.when}
					today={data.today}
					faults={data.faults}
				/>
			</div>
			<a href={`#${LIST}`} className={styles.skip}>
				Zu den Ergebnissen springen
			</a>
			<div className={`${styles.tools} ${onMapStyles.tools}`}>
				<details ref={sheet} className={`${sheetStyles.sheet} ${styles.filters} ${onMapStyles.filters}`}>
					<summary className={sheetStyles.summary}>
						<span className={sheetStyles.closed}>
							<LineIcon size={18}>
								<path d="M4 7h9m4 0h3M4 17h3m4 0h9M15 4.500v5m-6 5v5" strokeLinecap="round" />
							</LineIcon>
							<b>Filter{data.narrowed.length ? ` (${data.narrowed.length})` : ''}</b>
						</span>
						<span className={sheetStyles.opened}>
							<b>Filter</b>
							<span>Schließen</span>
						</span>
					</summary>
					<FilterPanel
						filters={filters}
						facets={results.facets}
						hasPlace={shown.known && !filters.area}
						categories={data.categories}
					/>
					<div className={styles.apply}>
						<button type="submit" form={FORM} className={buttons.primary}>
							<span className={styles.withoutScript}>Filter anwenden</span>
							<span className={styles.withScript}>
								{formatNumber(results.facets.total)} {results.facets.total === 1 ? 'Ergebnis' : 'Ergebnisse'} anzeigen
							</span>
						</button>
					</div>
				</details>
				<QuickFilters more={data.quick.more} menus={data.quick.menus} />
				{cards.length || onMap ? <ViewSwitch data={data} /> : null}
			</div>
			<div className={`${styles.columns} ${onMapStyles.columns}`}>
				<div className={`${styles.lead} ${onMapStyles.lead}`}>
					<Breadcrumbs crumbs={data.crumbs} />
					<h1>{data.title}</h1>
					{fault ? (
						<p className={styles.intro} role="alert">
							{fault}
						</p>
					) : null}
					{data.misspelt ? (
						<p className={styles.intro}>
							Den Ort „{data.misspelt.typed}“ kennen wir nicht. Sie sehen Ergebnisse für {data.misspelt.place}.
						</p>
					) : null}
					{onMap ? (
						<>
							<p className={`${styles.intro} ${onMapStyles.unscripted}`}>
								Die Karte braucht JavaScript. Die Liste zeigt dieselben Betriebe.
							</p>
							<input type="hidden" form={FORM} name={PARAMETERS.view} defaultValue={ON_MAP} />
						</>
					) : null}
					{data.ask ? (
						<div className={styles.ask}>
							<TownForm label="Wo suchen Sie?" {...data.ask} />
						</div>
					) : null}
					<DayStrip days={data.quick.days} parts={data.quick.parts} />
				</div>
				<section
					id={LIST}
					tabIndex={-1}
					aria-label="Ergebnisse"
					aria-busy={busy}
					className={`${styles.results} ${onMapStyles.results}`}
				>
					<div className={styles.bar}>
						<h2 className={styles.count}>
							<span role="status">{resultCount(results.facets)}</span>
						</h2>
						{results.facets.total > 1 ? (
							<label className={styles.sort} data-instant>
								<span>Sortiert nach</span>
								<select form={FORM} name={PARAMETERS.sort} defaultValue={filters.sort}>
									{SORTS.map((sort) => (
										<option key={sort} value={sort === 'next' ? '' : sort}>
											{SORT_NAMES[sort]}
										</option>
									))}
								</select>
							</label>
						) : null}
					</div>
					{data.narrowed.length ? (
						<ul className={styles.narrowed} aria-label="Gewählte Filter">
							{data.narrowed.map((chip) => (
								<li key={chip.words}>
									<a href={chip.href} data-keep-scroll aria-label={`Filter entfernen: ${chip.words}`}>
										{chip.words} <span aria-hidden="true">×</span>
									</a>
								</li>
							))}
						</ul>
					) : null}
					<GroupEventsLink events={data.events} />
					{alternatives ? <NoResults alternatives={alternatives} /> : null}
					{onMap && cards.length === 0 ? (
						<p className={onMapStyles.nothing}>
							Hier haben wir keinen passenden Betrieb gefunden. Verschieben oder verkleinern Sie die Karte.
						</p>
					) : null}
					<ol
						ref={items}
						data-pairs={onMap ? undefined : ''}
						className={`${styles.list} ${onMap ? onMapStyles.list : styles.alone}`}
					>
						{cards.map((card, index) => (
							<li key={card.id} id={index > 0 && index === filters.shown - PER_PAGE ? MORE : undefined}>
								<ListingCard card={card} eager={index < 2} />
							</li>
						))}
					</ol>
					{moreHref ? (
						<p className={styles.more}>
							<a
								href={moreHref}
								data-keep-scroll={moreHref.endsWith(`#${MORE}`) ? '' : undefined}
								rel="nofollow"
								className={buttons.secondary}
							>
								{grows ? 'Weitere werden geladen …' : 'Weitere anzeigen'}
							</a>
						</p>
					) : null}
					<Pages page={filters.page} pages={results.pages} hrefFor={(page) => pageHref(data.pageHref, page)} />
					<p className={styles.order}>
						<a href={paths.ranking()}>So ordnen wir die Ergebnisse</a>
					</p>
				</section>
				{onMap ? (
					<div className={onMapStyles.map}>
						{started ? (
							<Suspense fallback={<p>Die Karte wird geladen …</p>}>
								<ResultsMap cards={cards} tiles={data.tiles} area={filters.area} query={data.query} list={items} />
							</Suspense>
						) : (
							<p>Die Karte wird geladen …</p>
						)}
					</div>
				) : null}
			</div>
			<GroupEvents events={data.events} />
			{data.about.length ? (
				<section aria-labelledby="ueberblick" className={styles.about}>
					<h2 id="ueberblick">{data.title}: Überblick</h2>
					<p>{data.about.join(' ')}</p>
				</section>
			) : null}
			{data.nearby.length ? (
				<nav aria-labelledby="umgebung" className={styles.nearby}>
					<h2 id="umgebung">In der Umgebung</h2>
					<ul>
						{data.nearby.map((city) => (
							<li key={city.href}>
								<a href={city.href}>
									{city.name} <span>{city.count}</span>
								</a>
							</li>
						))}
					</ul>
				</nav>
			) : null}
			{cards.length || onMap ? <MapToggle data={data} /> : null}
		</div>
	)
}

// Loaded when somebody opens the map.
const ResultsMap = lazy(async () => ({ default: (await untilLoaded(() => import('./results-map.tsx'))).ResultsMap }))

const LIST_SIGN = <path d="M4 6h2m4 0h10M4 12h2m4 0h10M4 18h2m4 0h10" />
const MAP_SIGN = <path d="m3 6 6-2 6 2 6-2v14l-6 2-6-2-6 2ZM9 4v14m6-12v14" strokeLinejoin="round" />

/** The switch between list and map at the end of the filters, where there is room for it. */
function ViewSwitch({ data: { filters, mapHref, listHref } }: { data: CatalogueData }) {
	const views = [
		{ words: 'Karte', href: mapHref, chosen: filters.onMap, sign: MAP_SIGN },
		{ words: 'Nur Liste', href: listHref, chosen: !filters.onMap, sign: LIST_SIGN },
	]
	return (
		<ul className={onMapStyles.views} aria-label="Ansicht">
			{views.map(({ words, href, chosen, sign }) => (
				<li key={words}>
					<a href={href} data-keep-scroll rel="nofollow" aria-current={chosen ? 'true' : undefined}>
						<LineIcon size={18}>{sign}</LineIcon>
						{words}
					</a>
				</li>
			))}
		</ul>
	)
}

/** The same as a button at the lower edge of a phone. */
function MapToggle({ data: { filters, mapHref, listHref } }: { data: CatalogueData }) {
	const { onMap } = filters
	return (
		<a
			href={onMap ? listHref : mapHref}
			data-keep-scroll={onMap ? undefined : ''}
			rel="nofollow"
			className={onMapStyles.toggle}
		>
			<LineIcon>{onMap ? LIST_SIGN : MAP_SIGN}</LineIcon>
			{onMap ? 'Nur Liste' : 'Karte'}
		</a>
	)
}

const never = () => () => undefined

/** Whether the page is more than what the server sent. */
function useStarted(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
}

function pageHref(base: string, page: number): string {
	if (page === 1) return base
	return `${base}${base.includes('?') ? '&' : '?'}${PARAMETERS.page}=${page}`
}
