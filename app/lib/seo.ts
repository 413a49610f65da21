import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'

/** Headers of pages that are the same for everyone except for the theme: browsers ask again each time, and shared caches tell cookies apart. */
export const PUBLIC_PAGE = { 'cache-control': 'public, max-age=0, must-revalidate', vary: 'Cookie' }

/** `handle` of a page that works without JavaScript and shows nothing live: it is hydrated at the first sign of use. */
export const WAITS = { waits: true }

/** Turns a path into the public address, for canonical links and structured data. */
export function useAddress(): (path: string) => string {
	const siteUrl = useRouteLoaderData<typeof loader>('root')?.services.siteUrl ?? ''
	return (path) => `${siteUrl}${path}`
}

export type Crumb = { name: string; path: string }

/** schema.org BreadcrumbList from the home page down. */
export function breadcrumbs(crumbs: Crumb[], address: (path: string) => string): object {
	return {
		'@context': 'https://schema.org',
		'@type': 'BreadcrumbList',
		itemListElement: crumbs.map((crumb, index) => ({
			'@type': 'ListItem',
			position: index + 1,
			name: crumb.name,
			item: address(crumb.path),
		})),
	}
}
