import { workOnCommands } from '#app/features/payments/payments.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { openTestServices } from '../services.ts'

// A process of the server that works on the outbox until it is killed: `node stripe-worker.ts DATABASE STRIPE_API_BASE`.
const [databaseUrl = '', apiBase = ''] = process.argv.slice(2)
const backend = await openTestServices(databaseUrl, 2)
const services = {
	...{ supabase: backend.supabase, siteUrl: 'https://termine.example', payments: 'stripe', report: () => undefined },
	stripe: { secretKey: 'sk_test_fake', webhookSecret: 'whsec_fake', apiBase },
} as unknown as AppServices
process.send?.('ready')
for (;;) {
	await workOnCommands(services)
	await new Promise((resolve) => setTimeout(resolve, 50))
}
