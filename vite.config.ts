import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { routerPatches } from './scripts/router-patches.ts'

// Modules that every page needs, in one file each, and those that the pages with cards and with the search share. Together they are
// 5 KB (gzip) smaller than the dozen files that splitting by use makes of them. A file includes what its modules import, unless an
// earlier entry names that.
const SHARED = [
	{ name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 4 },
	{
		name: 'site',
		test: /app[\\/](root\.tsx|routes[\\/]layouts[\\/]default-public|ui[\\/](site-|theme-switch|logo|breadcrumbs|json-ld|button|notice|line-icon|pag|chip)|lib[\\/](caught-errors|form\.|paths|seo|numbers|money|minutes|page-data))/,
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
		test: /app[\\/]features[\\/]catalogue[\\/](listing-card|start-chips|languages)/,
		priority: 2,
	},
	{
		name: 'pictures',
		test: /app[\\/]ui[\\/](picture|category-|rating|card|hold-button)/,
		priority: 3,
	},
	// Two small files that stand beside each other in most pages of a booking and of a search order.
	{ name: 'facts', test: /app[\\/](ui[\\/]facts|features[\\/]orders[\\/]order-steps\.module)/, priority: 2 },
	// What people write to each other, and what stands around it.
	{ name: 'talk', test: /app[\\/]ui[\\/](thread|unsaved|asked-first|copy-field|photo-row)/, priority: 2 },
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
				// A file that is loaded later needs only modules that are already loaded, except for styles.
				modulePreload: { resolveDependencies: () => [] },
				rolldownOptions: {
					output: { codeSplitting: { groups: SHARED } },
					treeshake: {
						// The router's hints and checks for developers; without them the browser loads 2.5 KB less.
						manualPureFunctions: ['warning', 'warnOnce', 'invariant', 'UNSAFE_invariant'],
						// Importing our own modules has no side effects.
						moduleSideEffects: [{ test: /[\\/]app[\\/].*\.tsx?$/, sideEffects: false }],
					},
				},
			},
		},
	},
	// Bundling the server's modules halves its cold start; native and Node-only packages stay outside. In development
	// Node loads all packages itself, because Vite cannot evaluate CommonJS.
	ssr:
		command === 'build'
			? { noExternal: true, external: ['sharp', 'nodemailer', 'pdfkit', 'fontkit', 'ws', 'postgres', 'bcrypt'] }
			: {},
	build: { target: 'es2022', assetsInlineLimit: 0 },
	server: { middlewareMode: true },
}))
