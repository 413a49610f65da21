/**
 * Whether a request that changes something comes from a page of another site. Browsers say so themselves: by `Origin` with every
 * form and fetch, by `Sec-Fetch-Site` besides. Programs that send neither act for nobody else: they have no cookies of a visitor.
 * @param request with the address that the browser sees
 */
export function isForeignForm(request: Request): boolean {
	if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return false
	const origin = request.headers.get('origin')
	if (origin !== null) return origin !== new URL(request.url).origin
	return ['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')
}
