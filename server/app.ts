import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import type { Backend } from '#backend/index.ts'
import { advanceSuggestions } from '#app/features/catalogue/suggestions.server.ts'
import { removeFileContents } from '#app/features/customers/file-upkeep.server.ts'
import { deleteClosedCompanies } from '#app/features/company/closing.server.ts'
import { checkCustomerFacts, keepCustomerFacts } from '#app/features/customers/facts.server.ts'
import { advanceImports } from '#app/features/customers/import.server.ts'
import { compareCustomers } from '#app/features/customers/likeness.server.ts'
import { fillAppointmentWords } from '#app/features/appointments/words.server.ts'
import { normalisePhones } from '#app/features/customers/phones.server.ts'
import { checkAvailability, extendAvailability } from '#app/features/catalogue/index-upkeep.server.ts'
import { keepDemand } from '#app/features/catalogue/demand.server.ts'
import { keepReports, markReports } from '#app/features/dashboard/reports-upkeep.server.ts'
import { sendDueMessages } from '#app/features/notifications/outbox.server.ts'
import { nudgeOrders } from '#app/features/request/nudges.server.ts'
import {
	addressContext,
	type AppServices,
	ownMachineContext,
	servicesContext,
	showsContext,
	wantedContext,
} from '#app/lib/context.server.ts'
import { FIRST_USE_HASH } from '#app/lib/first-use.server.ts'
import { asVisitor } from '#app/lib/visitor.server.ts'
import { deleteDueAccounts } from '#app/features/accounts/deletion.server.ts'
import { answerByRules } from '#app/features/offers/rules-job.server.ts'
import { expireOffers } from '#app/features/offers/expire.server.ts'
import { runWaves } from '#app/features/offers/waves.server.ts'
import { matchFreed, sweepWishes } from '#app/features/orders/waiting-jobs.server.ts'
import { checkBilling, runBilling } from '#app/features/billing/jobs.server.ts'
import { syncAccounts } from '#app/features/payments/accounts.server.ts'
import { formTarget } from '#app/features/payments/leaving.server.ts'
import { checkMoney, reconcilePayments, workOnPayments } from '#app/features/payments/payments.server.ts'
import { tidyAppointments } from '#app/features/booking/tidy.server.ts'
import { LARGEST_IMPORT } from '#app/features/transfers/archive.ts'
import { carryOutTransfers } from '#app/features/transfers/transfers.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { resetSandboxes } from '#app/features/sandbox/preparing.server.ts'
import { decideReferrals } from '#app/features/partners/decide.server.ts'
import { tendReviews } from '#app/features/reviews/tend.server.ts'
import { forgetDue } from '#app/features/settings/retention.server.ts'
import { compressed } from './compression.ts'
import { errorTunnel } from './error-tunnel.ts'
import { secureCookies } from './front.ts'
import { addressOf, type Environment, gateway } from './gateway.ts'
import { securityHeaders } from './headers.ts'
import { isForeignForm } from './foreign-forms.ts'
import type { Job } from './jobs.ts'
import { mapRoutes } from './maps/routes.ts'
import type { MapSource } from './maps/source.ts'
import type { Health } from './outage.ts'
import { isFromOwnMachine } from './own-machine.ts'
import { paymentHooks } from './payment-hooks.ts'
import { publicUrl } from './proxy.ts'
import { unavailable } from './unavailable.ts'

export type AppOptions = {
	services: AppServices
	/** Folder with the built client files; absent while Vite serves them. */
	clientFolder?: string
	/** Answers `/rest/v1`, `/auth/v1`, … when the services run in this process. */
	backend?: Backend['fetch']
	health: Health
	/** Where the tiles of maps come from; without it there are none. */
	maps?: MapSource
	trustProxy: boolean
	production: boolean
}

const LARGEST_FORM = 256_000
// Pictures and lists of customers are only sent to these pages of the admin area.
const LARGEST_FILE = 25_000_000
const TAKES_FILES = /^\/(admin\/(company\/location\/|customers\/[^/]+(\.data)?$)|operator\/money(\.data)?$)/
// One photo of a search order, with the form around it; anybody may send one.
const LARGEST_PHOTO = 9_000_000
const TAKES_PHOTO = /^\/(create-order\/frei|request\/[^/]+)(\.data)?$/
// All data of a business, and the form around them.
const LARGEST_TRANSFER = LARGEST_IMPORT + LARGEST_FORM
// A database that has stopped is usually back after a second; forms sent meanwhile wait for it.
const PATIENCE_MS = 5_000

/** The web application: static files, health, services, pages. Created once per process, behind no global state. */
export function createApp(options: AppOptions): Hono<Environment> {
	const { services, health } = options
	const { outage } = health
	const app = new Hono<Environment>()
	app.get('/healthz', (context) => (health.alive() ? context.text('ok') : context.text('database lost', 503)))
	app.get('/readyz', async (context) => ((await health.ready()) ? context.text('ok') : context.text('not ready', 503)))
	if (options.backend) {
		const { backend, trustProxy } = options
		app.route('/', gateway({ backend, trustProxy, signVisitor: (address) => services.signVisitor(address) }))
	}
	if (options.maps) {
		const { maps, trustProxy } = options
		app.route('/', mapRoutes({ maps, trustProxy, allow: services.allow }))
	}
	app.get('/builds/latest.json', (context) =>
		context.json({ id: services.buildId }, 200, { 'cache-control': 'no-store' }),
	)
	app.get('/builds/meta/:file{.+\\.json}', (context) =>
		context.req.param('file') === `${services.buildId}.json`
			? context.json({ id: services.buildId, assets: build.assets.version }, 200, {
					'cache-control': 'public, max-age=31536000, immutable',
				})
			: context.json({ message: 'Page Not Found' }, 404),
	)
	if (services.errorReports) {
		app.use('/errors', async (context, next) =>
			(await services.allow('errorReport', addressOf(context, options.trustProxy))) ? next() : context.body(null, 429),
		)
		app.route('/errors', errorTunnel(services.errorReports))
	}
	app.route('/', paymentHooks(services))
	if (options.clientFolder) {
		app.use(
			'*',
			serveStatic({
				root: options.clientFolder,
				precompressed: true,
				onFound: (file, context) => {
					const lasting = file.includes('/assets/')
					context.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
				},
			}),
		)
	}
	const formLimit = bodyLimit({ maxSize: LARGEST_FORM })
	const fileLimit = bodyLimit({ maxSize: LARGEST_FILE })
	const photoLimit = bodyLimit({ maxSize: LARGEST_PHOTO })
	const transferLimit = bodyLimit({ maxSize: LARGEST_TRANSFER })
	app.use('*', (context, next) => {
		const { path } = context.req
		// What does not say how long it is would be read whole before anybody asks who sends it.
		const announced = context.req.header('content-length') && !context.req.header('transfer-encoding')
		// Only a file is passed on as it arrives; another form would be read whole.
		const isFile = /^multipart\/form-data\b/i.test(context.req.header('content-type') ?? '')
		if (announced && isFile && path.replace(/\.data$/, '') === adminPaths.transfer())
			return transferLimit(context, next)
		if (announced && isFile && TAKES_PHOTO.test(path)) return photoLimit(context, next)
		return (announced && TAKES_FILES.test(path) ? fileLimit : formLimit)(context, next)
	})
	const headersFor = (target: string | undefined): Record<string, string> =>
		securityHeaders({
			...{ script: FIRST_USE_HASH, supabaseUrl: services.supabase.url, formTarget: target },
			production: options.production,
		})
	const usual = headersFor(undefined)
	const https = services.siteUrl.startsWith('https:')
	const handle = createRequestHandler(build, options.production ? 'production' : 'development')
	/** A page, or the page that says there is no database. A page that an outage has damaged is never sent. */
	const pageOf = async (request: Request, provider: RouterContextProvider): Promise<Response> => {
		const looks = request.method === 'GET' || request.method === 'HEAD'
		if (outage.on() && !looks) await outage.over(PATIENCE_MS)
		if (outage.on()) return unavailable(request, 'down')
		const began = performance.now()
		const response = await handle(request, provider)
		const failed = response.status >= 500 || (looks && response.status >= 400)
		return failed && outage.since(began) ? unavailable(request, 'down') : response
	}
	app.all('*', async (context) => {
		const provider = new RouterContextProvider()
		provider.set(servicesContext, services)
		const request = publicUrl(context.req.raw, options.trustProxy)
		if (isForeignForm(request)) return context.text('Forbidden', 403)
		const address = addressOf(context, options.trustProxy)
		provider.set(addressContext, address)
		provider.set(ownMachineContext, isFromOwnMachine(context.env?.incoming))
		provider.set(showsContext, context.env?.shows ?? null)
		provider.set(wantedContext, context.env?.wanted ?? null)
		const response = await asVisitor(address, () => pageOf(request, provider))
		const target = formTarget(services, new URL(request.url).pathname)
		for (const [name, value] of Object.entries(target ? headersFor(target) : usual))
			if (!response.headers.has(name)) response.headers.set(name, value)
		if (https) secureCookies(response.headers)
		return compressed(response, request.headers.get('accept-encoding'))
	})
	return app
}

/** Recurring work, run by every server process. */
export const jobs: Job[] = [
	{ name: 'outbox', everySeconds: 1, run: sendDueMessages },
	{ name: 'tidy', everySeconds: 60, run: tidyAppointments },
	{ name: 'payments', everySeconds: 5, run: workOnPayments },
	{ name: 'reconciliation of payments', everySeconds: 60, run: reconcilePayments },
	{ name: 'accounts for payments', everySeconds: 30, run: (services) => syncAccounts(services) },
	{ name: 'check of the books', everySeconds: 86_400, run: checkMoney },
	{ name: 'billing', everySeconds: 3600, run: runBilling },
	{ name: 'check of the invoices', everySeconds: 86_400, run: checkBilling },
	{ name: 'offers', everySeconds: 30, run: expireOffers },
	{ name: 'waves of search orders', everySeconds: 60, run: runWaves },
	{ name: 'deletion of accounts', everySeconds: 600, run: deleteDueAccounts },
	{ name: 'suggestions', everySeconds: 10, run: advanceSuggestions },
	{ name: 'demand', everySeconds: 5, run: keepDemand, runsAtStop: true },
	{ name: 'index of free time', everySeconds: 600, run: extendAvailability },
	{ name: 'facts of customers', everySeconds: 5, run: keepCustomerFacts },
	{ name: 'imports', everySeconds: 1, run: advanceImports },
	{ name: 'likeness of customers', everySeconds: 5, run: compareCustomers },
	{ name: 'check of the facts of customers', everySeconds: 3600, run: checkCustomerFacts },
	{ name: 'sums of reports', everySeconds: 5, run: keepReports },
	{ name: 'nightly sums of reports', everySeconds: 3600, run: markReports },
	{ name: 'words of appointments', everySeconds: 3600, run: fillAppointmentWords },
	{ name: 'phone numbers', everySeconds: 3600, run: normalisePhones },
	{ name: 'check of the index', everySeconds: 3600, run: checkAvailability },
	{ name: 'deletion of companies', everySeconds: 3600, run: deleteClosedCompanies },
	{ name: 'contents of removed files', everySeconds: 60, run: removeFileContents },
	{ name: 'transfers', everySeconds: 5, run: carryOutTransfers },
	{ name: 'offers by rules', everySeconds: 60, run: answerByRules },
	{ name: 'freed times', everySeconds: 10, run: matchFreed },
	{ name: 'sweep of wishes', everySeconds: 60, run: sweepWishes },
	{ name: 'order nudges', everySeconds: 900, run: nudgeOrders },
	{ name: 'referrals', everySeconds: 3600, run: decideReferrals },
	{ name: 'reviews', everySeconds: 3600, run: tendReviews },
	{ name: 'reset of sandboxes', everySeconds: 60, run: resetSandboxes },
	{ name: 'retention', everySeconds: 3600, run: forgetDue },
]

export * from 'virtual:react-router/server-build'
