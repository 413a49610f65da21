import { RestError } from '../errors.ts'
import type { Query } from '../tree.ts'

/**
 * Narrows the root's limit and offset to the `Range` header (`0-9`, `10-`).
 * @throws RestError PGRST103 when the header ends before it begins.
 */
export function applyRangeHeader(query: Query, header: string | null): void {
	const found = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? '')
	if (!found) return
	const first = Number(found[1])
	const last = found[2] === undefined ? Infinity : Number(found[2])
	if (last < first) {
		const details = 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'
		throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', details)
	}
	const limit = query.limits.findLast(({ path }) => path.length === 0)?.value ?? Infinity
	const offset = query.offsets.findLast(({ path }) => path.length === 0)?.value ?? 0
	const start = Math.max(first, offset)
	const end = Math.min(last, offset + limit - 1)
	query.offsets.push({ path: [], value: start })
	if (end !== Infinity && limit !== 0) query.limits.push({ path: [], value: Math.max(0, end - start + 1) })
}
