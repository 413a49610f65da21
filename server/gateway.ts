import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import type { Wanted } from '#app/lib/search-demand.ts'
import { VISITOR_HEADER } from '#app/lib/visitor.server.ts'
import { visitorAddress } from './proxy.ts'

/** What Hono knows about a request besides the request itself. */
export type Environment = { Bindings: { incoming?: IncomingMessage; shows?: Set<string>; wanted?: Wanted[] } }

type GatewayOptions = {
	/** Answers `/rest/v1`, `/auth/v1`, … */
	backend(request: Request, from: string): Promise<Response>
	signVisitor(address: string): string | undefined
	trustProxy: boolean
}

/** The entrance to the services for callers from outside. It states their address and ignores what they claim. */
export function gateway({ backend, signVisitor, trustProxy }: GatewayOptions): Hono<Environment> {
	const app = new Hono<Environment>()
	app.use('/:service{auth|functions|rest|storage|realtime}/v1/*', (context, next) => {
		context.req.raw.headers.delete(VISITOR_HEADER)
		return next()
	})
	app.all('/:service{auth|functions}/v1/*', (context) => {
		// A caller's own X-Forwarded-For would let it dodge the limits on sign-ins, or those of a function.
		const request = new Request(context.req.raw)
		const from = addressOf(context, trustProxy)
		request.headers.set('x-forwarded-for', from)
		return backend(request, from)
	})
	app.all('/rest/v1/*', (context) => {
		const from = addressOf(context, trustProxy)
		const mark = signVisitor(from)
		if (mark) context.req.raw.headers.set(VISITOR_HEADER, mark)
		return backend(context.req.raw, from)
	})
	app.all('/:service{storage|realtime}/v1/*', (context) => backend(context.req.raw, addressOf(context, trustProxy)))
	return app
}

/** The address of the sender of a request, for limits. */
export function addressOf(context: Context<Environment>, trustProxy: boolean): string {
	return visitorAddress(context.req.raw.headers, context.env?.incoming?.socket.remoteAddress, trustProxy)
}
