/** A mail as mail programs show it, for the frame of a mailbox. It contains its own styles, which our pages must not. */
export const mailDocument = (html: string): Response =>
	new Response(html, {
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'content-security-policy':
				"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation",
			'x-frame-options': 'SAMEORIGIN',
		},
	})
