import { Badge } from './badge.tsx'

/** Marks what is a trial: no money has moved. */
export function TestBadge() {
	return (
		<Badge kind="waiting">
			TEST<span className="visually-hidden">: es fließt kein Geld</span>
		</Badge>
	)
}
