/** Answers with the request it got; the header `response-type` says how to read the body. */
async function readBody(request: Request): Promise<unknown> {
	switch (request.headers.get('response-type')) {
		case 'json':
			return request.json()
		case 'form':
			return [...(await request.formData())]
		case 'bytes':
			return [...new Uint8Array(await request.arrayBuffer())]
		default:
			return request.text()
	}
}

Deno.serve({ port: 8000 }, async (request) => {
	const { url, method, headers } = request
	return Response.json({ url, method, headers: [...headers], body: await readBody(request) }, { status: 201 })
})
