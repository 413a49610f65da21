import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { AppServices } from '#app/lib/context.server.ts'
import type { Backend } from '#backend/index.ts'
import { createDemand } from '#app/lib/search-demand.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { billingOf } from './billing.ts'
import type { Config } from './config.ts'
import { namesHost } from './host.ts'
import { type Job, startJobs } from './jobs.ts'
import { lockDataDir } from './lock.ts'
import type { Log } from './log.ts'
import { front, READ_HEAD_BYTES } from './front.ts'
import { createMailer } from './mail.ts'
import { openMapSource } from './maps/open.ts'
import { type MapSource, tilesOf } from './maps/source.ts'
import { countAttempts, createLimiter } from './limits.ts'
import type { Health } from './outage.ts'
import { createPageCache, type PageCache } from './pages/cache.ts'
import { followChanges } from './pages/changes.ts'
import { visitorAddress } from './proxy.ts'
import { createReporter } from './report.ts'
import { sandboxesOf } from './sandboxes.ts'
import { openServices } from './services.ts'
import { upgrades } from './upgrades.ts'
import { createVisitorSigner, loadVisitorKey } from './visitors.ts'
import { unavailable } from './unavailable.ts'

export type RunningServer = { url: string; hints: string[]; stop(): Promise<void> }

export type WebApp = { fetch(request: Request, env: unknown): Response | Promise<Response> }

/** How the web application is loaded: the built bundle, or Vite's module graph while developing. */
export type AppLoader = (options: {
	services: AppServices
	backend?: Backend['fetch']
	health: Health
	maps: MapSource
}) => Promise<{
	app: WebApp
	jobs: Job[]
	pages?: PageCache
	handle?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}>

type StartOptions = {
	load?: AppLoader
	/** Ends a start that takes long, for example while the demo is made. */
	signal?: AbortSignal
}

/**
 * Starts everything in this process: data folder, database, services, jobs, web server.
 * @throws Error with a message for the person at the terminal, in German; an AbortError when `signal` ended it.
 */
export async function startServer(
	config: Config,
	log: Log,
	{ load = loadBuild(config), signal }: StartOptions = {},
): Promise<RunningServer> {
	const unlock = await lockDataDir(config.dataDir)
	let answer: WebApp['fetch'] = (request) => unavailable(request, 'starting')
	const listener = getRequestListener((request, env) => answer(request, env))
	let handle = (_request: IncomingMessage, _response: ServerResponse, next: () => void): void => next()
	const server = createServer(
		// A file of 1 GB takes most of an hour from a slow line; how long the head may take stays as it is.
		{ maxHeaderSize: READ_HEAD_BYTES, requestTimeout: 3_600_000 },
		front(Boolean(config.SITE_URL?.startsWith('https:')), (request, response) => {
			if (namesHost(request)) handle(request, response, () => void listener(request, response))
			else response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end('Bad Request')
		}),
	)
	const url = await listen(server, config)
	const siteUrl = (config.SITE_URL ?? url).replace(/\/$/, '')
	const { mailer, mailbox } = createMailer(config)
	const reporter = createReporter(config, log)
	const giveUp = async (error: unknown): Promise<never> => {
		server.close()
		await unlock()
		throw error
	}
	const maps = await openMapSource(config).catch(giveUp)
	const opened = await openServices(config, { siteUrl, mailer, log, signal }).catch(async (error: unknown) => {
		await maps.close()
		return giveUp(error)
	})
	const { error: unpaid } = await serverClient(opened).rpc('use_payment_provider', {
		p_provider: config.PAYMENTS,
		p_live: config.PAYMENTS === 'stripe' && Boolean(config.STRIPE_SECRET_KEY?.includes('_live_')),
	})
	if (unpaid) log('warn', 'the database does not learn how payments are taken', { error: unpaid.message })
	const { error: unbilled } = await serverClient(opened).rpc('use_billing', billingOf(config))
	if (unbilled) log('warn', 'the database does not learn who bills', { error: unbilled.message })
	const services: AppServices = {
		siteUrl,
		supabase: opened.supabase,
		report: reporter.report,
		errorReports: config.SENTRY_DSN,
		allow: createLimiter({ enabled: config.RATE_LIMITS, count: countAttempts(serverClient(opened)), log }),
		signVisitor: await createVisitorSigner({
			readKey: () => loadVisitorKey(serverClient(opened)),
			limited: config.RATE_LIMITS,
			log,
		}),
		buildId: 'dev',
		demand: createDemand(),
		operator: operatorOf(config),
		tiles: tilesOf(maps),
		sandboxes: sandboxesOf(config.sandboxes),
		...(config.PAYMENTS === 'off' ? {} : { payments: config.PAYMENTS }),
		stripe: stripeOf(config),
		...(mailbox ? { devMailbox: mailbox } : {}),
	}
	const loaded = await load({ services, backend: opened.backend?.fetch, health: opened.health, maps })
	const { app } = loaded
	const feed =
		loaded.pages && opened.backend
			? followChanges({ backend: opened.backend, pages: loaded.pages, client: serverClient(services), log })
			: undefined
	if (loaded.handle) handle = loaded.handle
	answer = (request, env) => app.fetch(request, env)
	server.on(
		'upgrade',
		upgrades((request, socket, head) => {
			const forwarded = new Headers({ 'x-forwarded-for': String(request.headers['x-forwarded-for'] ?? '') })
			const address = visitorAddress(forwarded, request.socket.remoteAddress, config.TRUST_PROXY)
			if (opened.backend) opened.backend.upgrade(request, socket, head, address)
			else socket.destroy()
		}),
	)
	const jobs = startJobs({ services, senders: { mail: mailer.send }, log, jobs: loaded.jobs })
	return {
		url: siteUrl,
		hints: opened.hints,
		async stop() {
			server.close()
			server.closeIdleConnections()
			const force = setTimeout(() => server.closeAllConnections(), 3_000)
			await jobs.stop()
			await feed?.stop()
			await opened.close()
			await maps.close()
			await reporter.close()
			server.closeAllConnections()
			clearTimeout(force)
			await unlock()
		},
	}
}

async function listen(server: Server, config: Config): Promise<string> {
	server.listen(config.PORT, config.HOST)
	try {
		await once(server, 'listening')
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
			throw new Error(`Port ${config.PORT} ist belegt. Mit PORT=… einen anderen wählen.`, { cause: error })
		}
		throw error
	}
	const address = server.address()
	const port = typeof address === 'object' && address ? address.port : config.PORT
	return `http://localhost:${port}`
}

function loadBuild(config: Config): AppLoader {
	return async ({ services, backend, health, maps }) => {
		// When it is first loaded, React in the bundle decides whether to run as the slow development version.
		process.env.NODE_ENV = config.NODE_ENV
		const folder = path.join(import.meta.dirname, '..', 'build')
		const bundle = (await import(path.join(folder, 'server', 'index.js'))) as typeof import('./app.ts')
		services.buildId = bundle.assets.version
		const app = bundle.createApp({
			services,
			backend,
			health,
			maps,
			clientFolder: path.join(folder, 'client'),
			trustProxy: config.TRUST_PROXY,
			production: config.NODE_ENV !== 'development',
		})
		const pages = createPageCache({
			siteUrl: services.siteUrl,
			render: (request, { shows, wanted }) => app.fetch(request, { shows, wanted }),
			demand: services.demand,
		})
		return { app, jobs: bundle.jobs, pages, handle: pages.handle }
	}
}

function stripeOf({
	STRIPE_SECRET_KEY: secretKey,
	STRIPE_WEBHOOK_SECRET: webhookSecret,
	STRIPE_API_BASE: apiBase,
}: Config): AppServices['stripe'] {
	return secretKey && webhookSecret ? { secretKey, webhookSecret, apiBase } : undefined
}

function operatorOf(config: Config): NonNullable<AppServices['operator']> {
	const {
		OPERATOR_NAME: name,
		OPERATOR_REPRESENTATIVE: representative,
		OPERATOR_STREET: street,
		OPERATOR_PLACE: place,
	} = config
	const {
		OPERATOR_EMAIL: email,
		OPERATOR_PHONE: phone,
		OPERATOR_REGISTER: register,
		OPERATOR_VAT_ID: vatId,
		OPERATOR_HOST: host,
	} = config
	return { name, representative, street, place, email, phone, register, vatId, host }
}
