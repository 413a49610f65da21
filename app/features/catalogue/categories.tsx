import { formatNumber } from '#app/lib/numbers.ts'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { chipLook } from '#app/ui/chip.tsx'
import styles from './categories.module.css'
import type { CategoryGroup } from './home.queries.server.ts'

/** All categories with their children and the number of businesses that offer them. */
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
			<nav aria-label="Zu einer Kategorie springen">
				<ul className={styles.jumps}>
					{groups.map((group) => (
						<li key={group.slug}>
							<a href={`#${group.slug}`} className={chipLook({ kind: 'quiet' })}>
								{group.name}
							</a>
						</li>
					))}
				</ul>
			</nav>
			<ul className={styles.groups}>
				{groups.map((group) => (
					<li key={group.slug} className={styles.group} id={group.slug}>
						<div className={styles.picture}>
							<CategoryPicture icon={group.icon} hue={group.hue} />
						</div>
						<div className={styles.body}>
							<h2>
								<a href={group.href}>{group.name}</a> <Count count={group.count} />
							</h2>
							<ul className={styles.children}>
								{offered(group).map((child) => (
									<li key={child.slug}>
										<a href={child.href}>{child.name}</a> <Count count={child.count} />
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

// A category that nobody offers would lead to an empty page.
function offered({ children, count }: CategoryGroup): CategoryGroup['children'] {
	return count > 0 ? children.filter((child) => child.count > 0) : children
}

function Count({ count }: { count: number }) {
	return (
		<span className={styles.count}>
			{formatNumber(count)}
			<span className="visually-hidden"> Unternehmen</span>
		</span>
	)
}
