import { SourcesDocument } from '#app/features/legal/sources.tsx'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/quellen.ts'

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function Quellen() {
	return <SourcesDocument />
}
