import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

// What every page needs, in one file each, and what the pages with cards and those with the search share: together 5 KB gzip less
// than in the dozen that splitting by use makes of it. A file takes what its modules import along, unless that has a name before it.
const SHARED = [
	{ name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 4 },
	{
		name: 'site',
		test: /app[\\/](root\.tsx|routes[\\/]layouts[\\/]default-public|ui[\\/](site-|theme-switch|logo|breadcrumbs|json-ld|button|notice|line-icon|pag|chip)|lib[\\/](paths|seo|numbers|money|minutes|page-data))/,
		priority: 3,
	},
	{ name: 'dates', test: /app[\\/]lib[\\/]dates/, priority: 3 },
	{
		name: 'cards',
		test: /app[\\/](features[\\/]catalogue[\\/](listing-card|start-chips)|ui[\\/](picture|category-|rating))/,
		priority: 2,
	},
	{
		name: 'search',
		test: /app[\\/]features[\\/]catalogue[\\/](search-(bar|fields)|use-sheet|sheet|filters|texts|no-results|results\.module)/,
		priority: 1,
	},
]

// Modules of the router that the browser does without, and what stands in their place: it can be watched from outside while it works,
// and has pages of its own for applications that have none for errors and for waiting, in English and with a stack. A file of a page
// that cannot be had makes it load the open page anew, without a connection as well, when nothing would be left of that page.
const UNUSED: Record<string, string> = {
	'router/instrumentation': `
		export const consumeInstrumentationClientResultMetaReceiver = () => undefined
		export const getRouteInstrumentationUpdates = () => ({})
		export const instrumentClientSideRouter = (router) => router
		export const instrumentHandler = (handler) => handler
		export const instrumentationResultMetaContext = undefined`,
	'dom/ssr/errorBoundaries': `
		import { Component, createElement } from 'react'
		export const RemixRootDefaultErrorBoundary = () => 'Bei uns ist etwas schiefgegangen. Bitte laden Sie die Seite neu.'
		export class RemixErrorBoundary extends Component {
			state = { failed: false }
			static getDerivedStateFromError = () => ({ failed: true })
			render() {
				if (!this.state.failed) return this.props.children
				return createElement('html', { lang: 'de' }, createElement('body', null, RemixRootDefaultErrorBoundary()))
			}
		}`,
	'dom/ssr/fallback': `
		export const RemixRootDefaultHydrateFallback = () => null`,
	'dom/ssr/routeModules': `
		export async function loadRouteModule(route, modules) {
			if (route.id in modules) return modules[route.id]
			if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
			try {
				return (modules[route.id] = await import(/* @vite-ignore */ route.module))
			} catch {
				location.reload()
				return new Promise(() => {})
			}
		}`,
}
// The router also loads a page that is only fetched ahead, to ask it for links, and with it the open page anew when that fails. Only
// the root has links here, and that is loaded.
const AHEAD = {
	module: 'dom/ssr/links',
	load: 'await loadRouteModule(route, routeModules)',
	have: '(routeModules[route.id] ?? {})',
}
const ROUTER_MODULE = /react-router[\\/]dist[\\/]\w+[\\/]lib[\\/](.+)\.js$/

function withoutUnused(): Plugin {
	return {
		name: 'without-unused',
		apply: 'build',
		applyToEnvironment: (environment) => environment.name === 'client',
		transform: {
			filter: { id: ROUTER_MODULE },
			handler(source, id) {
				const name = ROUTER_MODULE.exec(id)?.[1]?.replaceAll('\\', '/') ?? ''
				if (name === AHEAD.module && !source.includes(AHEAD.load)) this.error(`${name} has changed`)
				const code = name === AHEAD.module ? source.replace(AHEAD.load, AHEAD.have) : UNUSED[name]
				return code === undefined ? undefined : { code, map: null }
			},
		},
	}
}

export default defineConfig(({ command }) => ({
	plugins: [reactRouter(), withoutUnused()],
	environments: {
		ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
		client: {
			build: {
				// What a file loaded later needs is there already, but for its styles.
				modulePreload: { resolveDependencies: () => [] },
				rolldownOptions: {
					output: { codeSplitting: { groups: SHARED } },
					treeshake: {
						// The router's hints to developers and its checks of itself; without them the browser loads 2.5 KB less.
						manualPureFunctions: ['warning', 'warnOnce', 'invariant', 'UNSAFE_invariant'],
						// Our own modules do nothing by being imported.
						moduleSideEffects: [{ test: /[\\/]app[\\/].*\.tsx?$/, sideEffects: false }],
					},
				},
			},
		},
	},
	// Bundling what the server renders with halves its cold start; native and node-only packages stay outside.
	// While developing, Node loads them all itself: Vite cannot evaluate CommonJS.
	ssr: command === 'build' ? { noExternal: true, external: ['sharp', 'nodemailer', 'ws', 'postgres', 'bcrypt'] } : {},
	build: { target: 'es2022', assetsInlineLimit: 0 },
	server: { middlewareMode: true },
}))
