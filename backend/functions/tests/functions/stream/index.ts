let listener: ReadableStreamDefaultController<Uint8Array> | undefined
let cancelled = 0

// GET opens a stream, POST sends a line into it, DELETE ends it; each answer counts the readers that went away.
Deno.serve(async (request) => {
	if (request.method === 'GET') {
		const body = new ReadableStream<Uint8Array>({
			start: (controller) => void (listener = controller),
			cancel: () => void (cancelled += 1),
		})
		return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
	}
	if (request.method === 'POST') listener?.enqueue(new TextEncoder().encode(await request.text()))
	if (request.method === 'DELETE') listener?.close()
	return Response.json({ cancelled })
})
