import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/log.ts'
import { createMailer } from '../server/mail.ts'
import { openServices } from '../server/services.ts'

// Imitates hosted Supabase: the five services over HTTP, in a process that knows nothing about the pages. HOSTED_URL is
// the address of these services, HOSTED_SITE_URL that of the pages, for links in mails.
const config = readConfig(process.env)
const log = createLog(config.LOG_LEVEL)
const opened = await openServices(config, {
	servicesUrl: String(process.env.HOSTED_URL),
	siteUrl: String(process.env.HOSTED_SITE_URL),
	mailer: createMailer(config).mailer,
	log,
})
const { backend, supabase } = opened
if (!backend) throw new Error('The hosted side needs DATABASE_URL.')
const server = createServer(getRequestListener((request) => backend.fetch(request)))
server.on('upgrade', (request, socket, head) => backend.upgrade(request, socket, head))
server.listen(config.PORT, '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => {
	server.close()
	server.closeAllConnections()
	opened.close().then(
		() => process.exit(0),
		() => process.exit(1),
	)
})
process.send?.({ url: supabase.url, publishableKey: supabase.publishableKey, secretKey: supabase.secretKey })
