/**
 * Structured data for search engines. They read whole pages, so only the server renders it (`import.meta.env.SSR` at the caller
 * keeps the code for it out of the browser's build), and hydration leaves it unchanged. `<` is escaped, so that no text can end
 * the element.
 */
export function JsonLd({ data = {} }: { data?: object }) {
	const text = JSON.stringify(data).replaceAll('<', '\\u003c')
	return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}
