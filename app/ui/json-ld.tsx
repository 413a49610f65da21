import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'

/** Structured data for search engines. `<` is escaped, so that no text can end the element. */
export function JsonLd({ data }: { data: object }) {
	const nonce = useRouteLoaderData<typeof loader>('root')?.nonce
	const text = JSON.stringify(data).replaceAll('<', '\\u003c')
	// Browsers hide the nonce from scripts, so the attribute never matches when the page is hydrated.
	return (
		<script
			type="application/ld+json"
			nonce={nonce}
			suppressHydrationWarning
			dangerouslySetInnerHTML={{ __html: text }}
		/>
	)
}
