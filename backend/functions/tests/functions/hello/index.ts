Deno.serve(() => new Response('Hello World', { headers: { 'content-type': 'text/plain' } }))
