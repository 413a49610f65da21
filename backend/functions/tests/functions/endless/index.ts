Deno.serve((request) => {
	for (const end = request.method === 'POST' ? Infinity : 0; Date.now() < end;);
	return new Response('rested')
})
