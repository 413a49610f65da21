import { createServer, type ViteDevServer } from 'vite'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/log.ts'
import { type AppLoader, startServer } from '../server/start.ts'

// `npm run dev`: runs the same server, with pages from Vite's module graph instead of a build.
process.env.NODE_ENV = 'development'
const config = readConfig(process.env)
const log = createLog(config.LOG_LEVEL)
const vite: ViteDevServer = await createServer({ server: { middlewareMode: true }, appType: 'custom' })

const { jobs } = (await vite.ssrLoadModule('/server/app.ts')) as typeof import('../server/app.ts')

const load: AppLoader = async ({ services, backend, health, maps }) => ({
	jobs,
	app: {
		async fetch(request, env) {
			const { createApp } = (await vite.ssrLoadModule('/server/app.ts')) as typeof import('../server/app.ts')
			const app = createApp({ services, backend, health, maps, trustProxy: false, production: false })
			return app.fetch(request, env as never)
		},
	},
	handle: (request, response, next) => vite.middlewares(request, response, next),
})

const server = await startServer(config, log, { load })
process.send?.({ url: server.url })
log('info', `Zeitplatz (Entwicklung): ${server.url}`)
for (const line of server.hints) log('info', line)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		Promise.all([server.stop(), vite.close()]).then(
			() => process.exit(0),
			() => process.exit(1),
		)
	})
}
