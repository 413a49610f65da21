import { handleTunnelRequest } from '@sentry/core'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

const LARGEST_REPORT = 200_000

/**
 * Passes error reports of browsers on to the error reporting service, so that visitors' browsers talk only
 * to us and their addresses stay here (§ 25 TDDDG). Reports for any other project are refused by the SDK.
 */
export function errorTunnel(dsn: string): Hono {
	return new Hono().post('/', bodyLimit({ maxSize: LARGEST_REPORT }), async (context) => {
		const body = await context.req.arrayBuffer()
		// A new request, so that none of the visitor's headers are passed on.
		const headers = { 'content-length': String(body.byteLength) }
		const report = new Request('http://localhost/', { method: 'POST', headers, body })
		return handleTunnelRequest(report, { allowedDsns: [dsn] }).catch(() => context.body(null, 502))
	})
}
