// The number of results is the same for all visitors. In a large city counting takes longer than finding a page, and an approximate
// number is good enough. Small numbers are counted each time and are exact.
const KEPT = 60_000
const FEW = 100
const MOST = 1000

type Counted = { total: number }
type Entry = { value: Promise<Counted>; until: number }
const kept = new WeakMap<object, Map<string, Entry>>()

/**
 * The counts for `wish`, which are kept for a minute if they are large; callers that come during the counting get the same
 * answer.
 */
export function keptCounts<Counts extends Counted>(
	owner: object,
	wish: object,
	count: () => Promise<Counts>,
	now = Date.now(),
): Promise<Counts> {
	const entries = kept.get(owner) ?? new Map<string, Entry>()
	kept.set(owner, entries)
	const key = JSON.stringify(wish)
	const known = entries.get(key)
	if (known && known.until > now) return known.value as Promise<Counts>
	const value = count()
	entries.delete(key)
	entries.set(key, { value, until: now + KEPT })
	for (const oldest of entries.keys()) {
		if (entries.size <= MOST) break
		entries.delete(oldest)
	}
	const settled = (few: boolean): void => {
		if (few && entries.get(key)?.value === value) entries.delete(key)
	}
	value.then(
		({ total }) => settled(total < FEW),
		() => settled(true),
	)
	return value
}
