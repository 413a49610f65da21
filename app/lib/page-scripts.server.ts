import { type EntryContext, matchRoutes, type RouteObject } from 'react-router'
import { BLOCK } from './page-data.ts'
import { FIRST_USE } from './first-use.server.ts'
import type { WAITS } from './seo.ts'

type Handle = Partial<typeof WAITS> | undefined

/**
 * What stands at the end of every page instead of the router's own scripts: two or three blocks of data, which the policy for scripts
 * leaves alone, and one constant script. So pages need no nonce, and the same bytes can be sent to everyone.
 * @param data the loaders' data as the router encodes them
 * @param own the page's own data as JSON, see page-data.ts; empty when there are none
 */
export function pageScripts(entry: EntryContext, build: string, data: string, own: string): string {
	const blocks = `${block('seite', pageOf(entry, build))}${block('daten', data)}${own && block(BLOCK, own)}`
	return `${blocks}<script>${FIRST_USE}</script>`
}

function block(id: string, json: string): string {
	// `<` can only stand inside of strings; escaped, no text can end the element.
	return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
}

const described = new Map<string, string>()

/** What `first-use.js` has to know about the page; the same for all addresses of a route. */
function pageOf(entry: EntryContext, build: string): string {
	const { staticHandlerContext } = entry
	const { matches, errors } = staticHandlerContext
	const ids = matches.map((match) => match.route.id)
	// A map that the address asks for is there at once.
	const live = new URLSearchParams(staticHandlerContext.location.search).get('ansicht') === 'karte'
	const key = `${ids.at(-1)} ${errors ? 'failed' : ''} ${live ? 'live' : ''}`
	let page = import.meta.env.PROD ? described.get(key) : undefined
	if (!page) described.set(key, (page = describe(entry, build, ids, live)))
	return page
}

function describe(entry: EntryContext, build: string, ids: string[], live: boolean): string {
	const { manifest, routeModules, serverHandoffString, staticHandlerContext } = entry
	const routes = ids.flatMap((id) => manifest.routes[id] ?? [])
	const handle = routeModules[ids.at(-1) ?? '']?.handle as Handle
	// The router has to know the pages above this one, or it would take their address for a layout without content.
	const above = pathsAbove(staticHandlerContext.location.pathname).flatMap((path) =>
		(matchRoutes(treeOf(manifest.routes), path) ?? []).map((match) => String(match.route.id)),
	)
	const { sri: _, ...rest } = manifest
	const shown = Object.fromEntries([...ids, ...above].map((id) => [id, manifest.routes[id]]))
	return JSON.stringify({
		waits: (handle?.waits === true && !live) || staticHandlerContext.errors !== null,
		build,
		context: JSON.parse(serverHandoffString ?? '{}') as object,
		before: manifest.hmr?.runtime ? [manifest.hmr.runtime] : [],
		preload: [
			...new Set([...manifest.entry.imports, ...routes.flatMap((route) => [route.module, ...(route.imports ?? [])])]),
		],
		modules: Object.fromEntries(routes.map((route) => [route.id, route.module])),
		entry: manifest.entry.module,
		manifest: { ...rest, routes: shown },
	})
}

function treeOf(routes: EntryContext['manifest']['routes'], parent?: string): RouteObject[] {
	return Object.values(routes).flatMap((route) => {
		if (!route || route.parentId !== parent) return []
		const { id, path } = route
		return [route.index ? { id, path, index: true as const } : { id, path, children: treeOf(routes, id) }]
	})
}

function pathsAbove(pathname: string): string[] {
	const parts = pathname.split('/').filter(Boolean).slice(0, -1)
	return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)]
}
