type HeaderInput = { script: string; supabaseUrl: string; production: boolean; formTarget?: string }

/** Security headers of every page, beside those of every answer (`front.ts`). Pages may contain one script, allowed by its hash, and no styles, which come only from our own files. Forms lead to this site, and to `formTarget`. In development, Vite puts styles into pages. */
export function securityHeaders(input: HeaderInput): Record<string, string> {
	const { script, supabaseUrl, production, formTarget } = input
	const services = new URL(supabaseUrl)
	const sockets = `${services.protocol === 'https:' ? 'wss' : 'ws'}://${services.host}`
	const policy = [
		"default-src 'self'",
		`script-src 'self' '${script}'${production ? '' : " 'unsafe-eval'"}`,
		`style-src 'self'${production ? '' : " 'unsafe-inline'"}`,
		`img-src 'self' data: blob: ${services.origin}`,
		"font-src 'self'",
		`connect-src 'self' ${services.origin} ${sockets}${production ? '' : ' ws:'}`,
		"frame-ancestors 'none'",
		`form-action 'self'${formTarget ? ` ${formTarget}` : ''}`,
		"base-uri 'none'",
		"object-src 'none'",
	]
	return {
		'content-security-policy': policy.join('; '),
		'referrer-policy': 'strict-origin-when-cross-origin',
		'x-frame-options': 'DENY',
		'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
		'cross-origin-opener-policy': 'same-origin',
	}
}
