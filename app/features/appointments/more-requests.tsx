import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatNumber } from '#app/lib/numbers.ts'

/** Below the first requests: how many more there are, with the list of all. */
export function MoreRequests({ more }: { more: number }) {
	if (more < 1) return null
	return (
		<p>
			… und {formatNumber(more)} weitere:{' '}
			<Link to={adminPaths.appointments({ status: 'requested' })}>alle Anfragen</Link>
		</p>
	)
}
