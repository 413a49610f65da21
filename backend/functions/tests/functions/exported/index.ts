export default { fetch: (request: Request): Response => new Response(request.url) }
