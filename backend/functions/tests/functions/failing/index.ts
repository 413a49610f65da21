Deno.serve((request) => {
	const how = new URL(request.url).searchParams.get('how')
	if (how === 'status') return Response.json({ reason: 'teapot' }, { status: 418 })
	if (how === 'exit') process.exit(1)
	if (how === 'later') {
		setTimeout(() => {
			throw new Error('secret reason')
		}, 1)
		return new Promise<Response>(() => undefined)
	}
	if (how === 'never') return new Promise<Response>(() => undefined)
	if (how === 'nothing') return undefined as unknown as Response
	throw new Error('secret reason')
})
