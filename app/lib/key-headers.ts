/** The client key and bearer token that every request carries (specification § 7), for calls made without a client. */
export function keyHeaders(key: string): Record<string, string> {
	return { apikey: key, authorization: `Bearer ${key}` }
}
