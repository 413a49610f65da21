import { browserTracingIntegration, captureException, init } from '@sentry/browser'
import { reportTo } from './caught-errors.ts'

/**
 * Reports unexpected errors of the browser through our own server (see server/error-tunnel.ts), without personal data and
 * without storing anything on the device. Limits are the specification's (§ 9): 100 breadcrumbs, idle 1 s, final 30 s,
 * child span 15 s; 1000 spans is the SDK's own bound.
 * @param dsn address of the project.
 * @param release build of the page.
 */
export function openErrorReports(dsn: string, release: string): void {
	init({
		dsn,
		release,
		tunnel: '/errors',
		maxBreadcrumbs: 100,
		tracesSampleRate: 0.05,
		integrations: [browserTracingIntegration({ idleTimeout: 1_000, finalTimeout: 30_000, childSpanTimeout: 15_000 })],
		beforeBreadcrumb: withoutSecrets,
		beforeSend: withoutSecrets,
		beforeSendTransaction: withoutSecrets,
	})
	// Errors that an error page catches never reach the window, where the SDK listens.
	reportTo((error) => void captureException(error))
}

// The links that guests get carry their secret in the query.
function withoutSecrets<T>(report: T): T {
	return JSON.parse(JSON.stringify(report).replace(/([?#])[^\s"'\\<>)]+/g, '$1…')) as T
}
