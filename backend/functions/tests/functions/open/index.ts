Deno.serve((request) => {
	const names = ['GREETING', 'SUPABASE_URL', 'PATH']
	EdgeRuntime.waitUntil(Promise.resolve())
	const values = Object.fromEntries(names.map((name) => [name, Deno.env.get(name) ?? null]))
	return Response.json({ ...values, path: new URL(request.url).pathname })
})
