const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** One address of a sitemap; `changed` is an instant or a date. */
export type SitemapEntry = { address: string; changed?: string }

/** A list of pages by the protocol of sitemaps.org (at most 50,000 a file). */
export function urlSet(entries: SitemapEntry[]): string {
	return document('urlset', 'url', entries)
}

/** A list of sitemaps by the protocol of sitemaps.org. */
export function sitemapIndex(entries: SitemapEntry[]): string {
	return document('sitemapindex', 'sitemap', entries)
}

/** The answer of a sitemap address; crawlers may keep it for an hour. */
export function xmlResponse(text: string): Response {
	return new Response(text, {
		headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
	})
}

function document(root: string, item: string, entries: SitemapEntry[]): string {
	const rows = entries.map(({ address, changed }) => {
		const date = changed ? `<lastmod>${new Date(changed).toISOString().slice(0, 10)}</lastmod>` : ''
		return `<${item}><loc>${escaped(address)}</loc>${date}</${item}>`
	})
	return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${SCHEMA}">\n${rows.join('\n')}\n</${root}>\n`
}

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&apos;')
}
