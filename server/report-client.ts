import { createStackParser, createTransport, eventFiltersIntegration, linkedErrorsIntegration } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { withoutQueries } from './report.ts'

/**
 * Opens the error reporting service's client for this process: errors only, no tracing, no personal data.
 * Limits are the specification's (§ 9): 100 breadcrumbs.
 */
export function openClient(dsn: string, environment: string): ServerRuntimeClient {
	const client = new ServerRuntimeClient({
		dsn,
		environment,
		platform: 'node',
		runtime: { name: 'node', version: process.version },
		maxBreadcrumbs: 100,
		integrations: [eventFiltersIntegration(), linkedErrorsIntegration()],
		stackParser: createStackParser(nodeStackLineParser()),
		transport: (options) =>
			createTransport(options, async ({ body }) => {
				const answer = await fetch(options.url, {
					method: 'POST',
					body: typeof body === 'string' ? body : Buffer.from(body),
					headers: { 'content-type': 'application/x-sentry-envelope' },
					signal: AbortSignal.timeout(5_000),
				})
				await answer.body?.cancel()
				return {
					statusCode: answer.status,
					headers: {
						'x-sentry-rate-limits': answer.headers.get('x-sentry-rate-limits'),
						'retry-after': answer.headers.get('retry-after'),
					},
				}
			}),
		beforeSend: (event) => JSON.parse(withoutQueries(JSON.stringify(event))) as typeof event,
	})
	client.init()
	return client
}
