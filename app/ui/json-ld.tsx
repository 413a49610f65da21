/**
 * Structured data for search engines. They read whole pages, so only the server makes them (`import.meta.env.SSR` at the caller
 * keeps what makes them out of the browser's build); hydration leaves them as they are. `<` is escaped, so that no text can end
 * the element.
 */
export function JsonLd({ data = {} }: { data?: object }) {
	const text = JSON.stringify(data).replaceAll('<', '\\u003c')
	return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}
