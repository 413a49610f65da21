import { Badge } from '#app/ui/badge.tsx'
import type { ListedPayment } from './admin.contracts.ts'
import { standOf } from './words.ts'

/** How a payment stands. */
export function StandBadge({ payment }: { payment: ListedPayment }) {
	const { words, ...look } = standOf(payment)
	return <Badge {...look}>{words}</Badge>
}
