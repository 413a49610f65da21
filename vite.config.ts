import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { routerPatches } from './scripts/router-patches.ts'

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
		name: 'fields',
		test: /app[\\/](ui[\\/](typed-input|date-field|time-field|text-field)|lib[\\/](typed-times|calendar-date))/,
		priority: 3,
	},
	{
		name: 'cards',
		test: /app[\\/](features[\\/]catalogue[\\/](listing-card|start-chips)|ui[\\/](picture|category-|rating|card))/,
		priority: 2,
	},
	{
		name: 'search',
		test: /app[\\/]features[\\/]catalogue[\\/](search-(bar|fields)|use-sheet|sheet|filters|texts|no-results|results\.module)/,
		priority: 1,
	},
]

export default defineConfig(({ command }) => ({
	plugins: [reactRouter(), routerPatches()],
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
