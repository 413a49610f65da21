import { Business } from '#app/features/legal/business.tsx'
import { PUBLIC_PAGE } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/business.ts'

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE

export default function BusinessPage() {
	return (
		<SiteFrame>
			<Business />
		</SiteFrame>
	)
}
