import { formatNumber } from '#app/lib/numbers.ts'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import styles from './categories.module.css'
import type { CategoryGroup } from './home.queries.server.ts'

/** All categories with their children and how many businesses offer them. */
export function Categories({ groups }: { groups: CategoryGroup[] }) {
	const address = useAddress()
	return (
		<div data-links className={styles.page}>
			<title>Alle Kategorien · Zeitplatz</title>
			<meta
				name="description"
				content="Alle Branchen und Leistungen mit online buchbaren Terminen, vom Haarschnitt bis zum Reifenwechsel."
			/>
			<link rel="canonical" href={address(paths.categories())} />
			<Breadcrumbs
				crumbs={[
					{ name: 'Startseite', path: paths.home() },
					{ name: 'Kategorien', path: paths.categories() },
				]}
			/>
			<h1>Alle Kategorien</h1>
			<ul className={styles.groups}>
				{groups.map((group) => (
					<li key={group.slug} className={styles.group} id={group.slug}>
						<div className={styles.picture}>
							<CategoryPicture icon={group.icon} hue={group.hue} />
						</div>
						<div className={styles.body}>
							<h2>
								<a href={paths.category(group.slug)}>{group.name}</a> <Count count={group.count} />
							</h2>
							<ul className={styles.children}>
								{group.children.map((child) => (
									<li key={child.slug}>
										<a href={paths.category(child.slug)}>{child.name}</a> <Count count={child.count} />
									</li>
								))}
							</ul>
						</div>
					</li>
				))}
			</ul>
		</div>
	)
}

function Count({ count }: { count: number }) {
	return (
		<span className={styles.count}>
			{formatNumber(count)}
			<span className="visually-hidden"> Unternehmen</span>
		</span>
	)
}
