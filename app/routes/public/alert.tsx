import { data, Link } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { loadReference } from '#app/features/catalogue/reference.server.ts'
import { AlertForm } from '#app/features/orders/alert-form.tsx'
import styles from '#app/features/orders/order-steps.module.css'
import { storedSearch } from '#app/features/orders/stored.ts'
import { groupedCategories, namedCategory } from '#app/features/orders/suggest-categories.ts'
import { askForAlert } from '#app/features/orders/wait.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/alert.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const now = new Date()
	const today = localDate(now, HOME_ZONE)
	const { categories } = await loadReference(context.get(servicesContext))
	const { user } = sessionOf(context)
	const stored = storedSearch(url.searchParams, today)
	const meant = stored.kategorie || stored.was
	return data(
		{
			...{ today, since: now.getTime(), groups: groupedCategories(categories) },
			stored: { ...stored, kategorie: (meant && namedCategory(meant, categories)?.slug) || '' },
			contact: { name: user?.name ?? '', email: user?.email ?? '' },
			order: paths.createOrder(Object.fromEntries(url.searchParams)),
		},
		{ headers: PRIVATE_PAGE },
	)
}

export const action = ({ context, request }: Route.ActionArgs) => askForAlert(context, request)

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** A search that is kept open: what becomes free is told by mail. */
export default function Alert({ loaderData, actionData }: Route.ComponentProps) {
	const address = useAddress()
	const { order, ...form } = loaderData
	return (
		<div className={styles.page}>
			<title>Sagen Sie mir Bescheid · Zeitplatz</title>
			<meta
				name="description"
				content="Gerade nichts frei? Sagen Sie, was Sie suchen und wann Sie können: Wird etwas frei, bekommen Sie eine E-Mail."
			/>
			<link rel="canonical" href={address(paths.alert())} />
			<h1>Sagen Sie mir Bescheid</h1>
			<p className={styles.lead}>
				Gerade nichts frei? Wird etwas Passendes frei, schreiben wir Ihnen. Bis zu 60 Tage lang.
			</p>
			<div className={styles.columns}>
				<AlertForm {...form} reply={actionData?.reply} />
				<aside className={styles.aside} aria-label="So funktioniert es">
					<h2>So funktioniert es</h2>
					<ol>
						<li>Wir suchen alle halbe Stunde neu, auch nach Zeiten, die jemand abgesagt hat.</li>
						<li>Beginnt etwas in den nächsten zwei Tagen, schreiben wir sofort, sonst einmal am Tag.</li>
						<li>Die Zeiten sind für niemanden reserviert: Wer zuerst bucht, hat sie.</li>
					</ol>
					<p className={styles.soft}>
						Lieber Angebote mit gehaltenen Zeiten? <Link to={order}>Suchauftrag erstellen</Link>
					</p>
				</aside>
			</div>
		</div>
	)
}
