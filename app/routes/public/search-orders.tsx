import { data, Form, Link } from 'react-router'
import { loadReference } from '#app/features/catalogue/reference.server.ts'
import { loadPublicOrders } from '#app/features/orders/orders.server.ts'
import { PublicList } from '#app/features/orders/public-list.tsx'
import styles from '#app/features/orders/public-list.module.css'
import { publicRows } from '#app/features/orders/public-rows.ts'
import { groupedCategories } from '#app/features/orders/suggest-categories.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/search-orders.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const [found, { categories }] = await Promise.all([
		loadPublicOrders(context, url),
		loadReference(context.get(servicesContext)),
	])
	const { orders, next, category, city } = found
	return data(
		{
			...{ category, city, groups: groupedCategories(categories), rows: publicRows(orders) },
			next: next ? paths.searchOrders({ kategorie: category, stadt: city, ab: next }) : '',
			further: url.searchParams.has('ab'),
		},
		// Changes with every order, so no finished page is kept.
		{ headers: { 'cache-control': 'private, no-store' } },
	)
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** What people are looking for, in bands: no names, no words, no addresses. */
export default function SearchOrders({ loaderData }: Route.ComponentProps) {
	const { category, city, groups, rows, next, further } = loaderData
	const address = useAddress()
	return (
		<div className={styles.page}>
			<title>Offene Suchaufträge · Zeitplatz</title>
			<meta name="description" content="Was gerade gesucht wird: nach Kategorie und Stadt, ohne Namen und Adressen." />
			<link rel="canonical" href={address(paths.searchOrders())} />
			{further || category || city ? <meta name="robots" content="noindex, follow" /> : null}
			<h1>Offene Suchaufträge</h1>
			<p>
				Das suchen Kund:innen gerade, ohne Namen und Adressen. Betriebe mit passendem Angebot antworten{' '}
				<Link to={paths.loginCompany()}>im Adminbereich</Link>, kostenlos.
			</p>
			<Form method="get" className={styles.filters}>
				<SelectField label="Kategorie" name="kategorie" defaultValue={category} key={category} required={false}>
					<option value="">Alle</option>
					{groups.map((group) => (
						<optgroup key={group.name} label={group.name}>
							{group.options.map(({ slug, name }) => (
								<option key={slug} value={slug}>
									{name}
								</option>
							))}
						</optgroup>
					))}
				</SelectField>
				<TextField label="Stadt" name="stadt" defaultValue={city} maxLength={80} required={false} />
				<Button kind="secondary">Anzeigen</Button>
			</Form>
			<PublicList rows={rows} narrowed={Boolean(category || city || further)} />
			{next || rows.length ? (
				<p className={styles.more}>
					{next ? (
						<ButtonLink to={next} kind="secondary" rel="next nofollow">
							Ältere Suchaufträge
						</ButtonLink>
					) : (
						<Link to={paths.createOrder()}>Selbst einen Suchauftrag erstellen</Link>
					)}
				</p>
			) : null}
		</div>
	)
}
