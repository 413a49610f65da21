/**
 * Whether a request that changes something comes from a page of another site. Browsers say so themselves: by `Origin` with every
 * form and fetch, and by `Sec-Fetch-Site`. Programs that send neither header are allowed: they have no visitor's cookies.
 * @param request with the address that the browser sees
 */
export function isForeignForm(request: Request): boolean {
	if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return false
	const origin = request.headers.get('origin')
	if (origin !== null) return origin !== new URL(request.url).origin
	return ['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')
}
