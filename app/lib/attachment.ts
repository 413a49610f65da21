/** An answer that the browser stores as a file of this name; nobody else keeps it. @param name of letters that need no quoting */
export function attachment(content: BodyInit, { name, type }: { name: string; type: string }): Response {
	return new Response(content, {
		headers: {
			'content-type': type,
			'content-disposition': `attachment; filename="${name}"`,
			'cache-control': 'private, no-store',
		},
	})
}
