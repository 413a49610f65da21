import { Business } from '#app/features/business/business.tsx'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/business.ts'

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function BusinessPage() {
	return (
		<SiteFrame>
			<Business />
		</SiteFrame>
	)
}
