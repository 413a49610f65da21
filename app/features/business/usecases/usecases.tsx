import { paths } from '#app/lib/paths.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import page from '../business.module.css'
import styles from './usecases.module.css'

export const CRUMBS = [
	{ name: 'Startseite', path: '/' },
	{ name: 'Für Unternehmen', path: paths.business() },
	{ name: 'Branchen', path: paths.usecases() },
]

type Trade = { slug: string; name: string; icon: string; hue: number }

/** All trades, each leading to a day in it. */
export function Usecases({ trades }: { trades: Trade[] }) {
	return (
		<div className={page.page}>
			<PageHead
				title="Zeitplatz in Ihrer Branche"
				path={paths.usecases()}
				description="Ein Arbeitstag mit Zeitplatz, in jeder Branche: vom Friseur bis zur Werkstatt, mit Vorlagen für Leistungen."
			/>
			<Breadcrumbs crumbs={CRUMBS} />
			<h1 className={page.title}>Ein Arbeitstag mit Zeitplatz</h1>
			<p>Wählen Sie Ihre Branche: So läuft der Tag, und diese Leistungen übernehmen Sie als Vorlage.</p>
			<ul data-links className={styles.trades}>
				{trades.map(({ slug, name, icon, hue }) => (
					<li key={slug}>
						<a href={paths.usecase(slug)}>
							<span className={styles.picture}>
								<CategoryPicture icon={icon} hue={hue} />
							</span>
							{name}
						</a>
					</li>
				))}
			</ul>
		</div>
	)
}
