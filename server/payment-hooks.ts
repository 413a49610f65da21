import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { takeHook } from '#app/features/payments/hooks.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'

// Events of Stripe are some KB.
const LARGEST_EVENT = 512_000

/**
 * Where providers of payments send what has happened. They prove by a signature who they are, so neither cookies nor limits of visitors count; what
 * cannot be kept they send again for some days.
 */
export function paymentHooks(services: AppServices): Hono {
	const app = new Hono()
	app.post('/hooks/payments/:provider', bodyLimit({ maxSize: LARGEST_EVENT }), async (context) => {
		const { raw } = context.req
		try {
			const status = await takeHook(services, context.req.param('provider'), await raw.text(), raw.headers)
			return context.body(null, status)
		} catch (error) {
			services.report(error)
			return context.body(null, 503)
		}
	})
	return app
}
