import { breadcrumbs, type Crumb, useAddress } from '#app/lib/seo.ts'
import styles from './breadcrumbs.module.css'
import { JsonLd } from './json-ld.tsx'

/** The path from the home page to this one, for people and for search engines; the last crumb is this page. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
	const address = useAddress()
	const last = crumbs.at(-1)
	return (
		<nav data-links aria-label="Brotkrümel" className={styles.trail}>
			<JsonLd data={import.meta.env.SSR ? breadcrumbs(crumbs, address) : undefined} />
			<ol>
				{crumbs.slice(0, -1).map((crumb) => (
					<li key={crumb.path}>
						<a href={crumb.path}>{crumb.name}</a>
					</li>
				))}
				<li aria-current="page">{last?.name}</li>
			</ol>
		</nav>
	)
}
