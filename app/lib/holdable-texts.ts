// NUL and half of a character, as JSON.stringify writes them; whole characters beyond the first plane it leaves as they are.
const IN_JSON = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/gi

/**
 * Calls of the rest service with texts that PostgreSQL can hold: NUL, which a broken link or form may carry, and the half of a character that
 * shortening leaves become "�". So they are found nowhere or shown as they are, instead of breaking the page.
 */
export function holdableTexts(request: typeof fetch): typeof fetch {
	return (input, init) => {
		if (typeof input !== 'string' || !input.includes('/rest/v1/')) return request(input, init)
		const body = typeof init?.body === 'string' ? init.body.replaceAll(IN_JSON, '$1\uFFFD') : init?.body
		return request(input.replaceAll('%00', '%EF%BF%BD'), init && { ...init, body })
	}
}
