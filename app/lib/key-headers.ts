/** The client key and a bearer token, which every request carries, for the calls that no client makes (specification § 7). */
export function keyHeaders(key: string): Record<string, string> {
	return { apikey: key, authorization: `Bearer ${key}` }
}
