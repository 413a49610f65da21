const cors = { 'access-control-allow-origin': 'https://site.example', 'access-control-allow-headers': 'x-own' }

Deno.serve((request) => {
	if (request.method === 'OPTIONS') return new Response('ok', { headers: cors })
	return Response.json(
		{ cookies: 2 },
		{ headers: [...Object.entries(cors), ['set-cookie', 'a=1'], ['set-cookie', 'b=2']] },
	)
})
