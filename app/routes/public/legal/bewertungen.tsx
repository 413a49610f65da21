import { ReviewRulesDocument } from '#app/features/legal/review-rules.tsx'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/bewertungen.ts'

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function ReviewRules() {
	return <ReviewRulesDocument />
}
