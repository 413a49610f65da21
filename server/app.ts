import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { refreshSuggestions } from '#app/features/catalogue/suggestions.server.ts'
import { checkAvailability, extendAvailability } from '#app/features/catalogue/index-upkeep.server.ts'
import { sendDueMessages } from '#app/features/notifications/outbox.server.ts'
import { addressContext, type AppServices, servicesContext, showsContext } from '#app/lib/context.server.ts'
import { FIRST_USE_HASH } from '#app/lib/first-use.server.ts'
import { deleteDueAccounts } from '#app/features/accounts/deletion.server.ts'
import { tidyAppointments } from '#app/features/booking/tidy.server.ts'
import { compressed } from './compression.ts'
import { errorTunnel } from './error-tunnel.ts'
import { securityHeaders } from './headers.ts'
import { isForeignForm } from './foreign-forms.ts'
import type { Job } from './jobs.ts'
import { publicUrl, visitorAddress } from './proxy.ts'

export type AppOptions = {
	services: AppServices
	/** Folder with the built client files; absent while Vite serves them. */
	clientFolder?: string
	/** Answers `/rest/v1`, `/auth/v1`, … when the services run in this process. */
	backend?: (request: Request) => Promise<Response>
	ready(): Promise<boolean>
	trustProxy: boolean
	production: boolean
}

const LARGEST_FORM = 25_000_000

type Environment = { Bindings: { incoming?: { socket?: { remoteAddress?: string } }; shows?: Set<string> } }

/** The web application: static files, health, services, pages. Created once per process, behind no global state. */
export function createApp(options: AppOptions): Hono<Environment> {
	const { services } = options
	const app = new Hono<Environment>()
	app.get('/healthz', (context) => context.text('ok'))
	app.get('/readyz', async (context) => ((await options.ready()) ? context.text('ok') : context.text('not ready', 503)))
	if (options.backend) {
		const { backend } = options
		app.all('/:service{auth|functions}/v1/*', (context) => {
			// A caller's own X-Forwarded-For would let it dodge the limits on sign-ins, or those of a function.
			const request = new Request(context.req.raw)
			request.headers.set('x-forwarded-for', addressOf(context, options.trustProxy))
			return backend(request)
		})
		app.all('/:service{rest|storage|realtime}/v1/*', (context) => backend(context.req.raw))
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
			services.allow('errorReport', addressOf(context, options.trustProxy)) ? next() : context.body(null, 429),
		)
		app.route('/errors', errorTunnel(services.errorReports))
	}
	if (options.clientFolder) {
		app.use(
			'*',
			serveStatic({
				root: options.clientFolder,
				precompressed: true,
				onFound: (file, context) => {
					const lasting = file.includes('/assets/')
					context.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
					context.header('x-content-type-options', 'nosniff')
				},
			}),
		)
	}
	// The largest honest body is a picture in a form.
	app.use('*', bodyLimit({ maxSize: LARGEST_FORM }))
	const headers = securityHeaders({
		script: FIRST_USE_HASH,
		supabaseUrl: services.supabase.url,
		siteUrl: services.siteUrl,
		production: options.production,
		tileUrl: services.tiles?.url,
	})
	const handle = createRequestHandler(build, options.production ? 'production' : 'development')
	app.all('*', async (context) => {
		const provider = new RouterContextProvider()
		provider.set(servicesContext, services)
		const request = publicUrl(context.req.raw, options.trustProxy)
		if (isForeignForm(request)) return context.text('Forbidden', 403)
		provider.set(addressContext, addressOf(context, options.trustProxy))
		provider.set(showsContext, context.env?.shows ?? null)
		const response = await handle(request, provider)
		for (const [name, value] of Object.entries(headers))
			if (!response.headers.has(name)) response.headers.set(name, value)
		return compressed(response, request.headers.get('accept-encoding'))
	})
	return app
}

function addressOf(context: Context<Environment>, trustProxy: boolean): string {
	return visitorAddress(context.req.raw.headers, context.env?.incoming?.socket?.remoteAddress, trustProxy)
}

/** Recurring work, run by every server process. */
export const jobs: Job[] = [
	{ name: 'outbox', everySeconds: 1, run: sendDueMessages },
	{ name: 'tidy', everySeconds: 60, run: tidyAppointments },
	{ name: 'deletion of accounts', everySeconds: 600, run: deleteDueAccounts },
	{ name: 'suggestions', everySeconds: 300, run: refreshSuggestions },
	{ name: 'index of free time', everySeconds: 600, run: extendAvailability },
	{ name: 'check of the index', everySeconds: 3600, run: checkAvailability },
]

export * from 'virtual:react-router/server-build'
