/**
 * Whether a person has opened a page: a browser that says so by its Sec-Fetch headers and does not fetch ahead. Previews of links in
 * messengers and mail programs send none. A browser from before 2023 sends none either, and is taken for a program.
 */
export function isByPerson({ headers }: Request): boolean {
	const ahead = /prefetch|prerender|preview/i
	const purposes = ['sec-purpose', 'purpose', 'x-purpose'].map((name) => headers.get(name) ?? '')
	if (purposes.some((purpose) => ahead.test(purpose))) return false
	// A link of a page asks for its data only; any other first sight of a page is a document.
	const dest = headers.get('sec-fetch-dest')
	return dest === 'document' || (dest === 'empty' && headers.get('sec-fetch-site') === 'same-origin')
}
