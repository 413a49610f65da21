// How many locations fit a search is the same for all visitors. In a large city it takes longer to count than to find a page, and a few
// more or less are no matter; where there are few, the number is counted each time and is exact.
const KEPT = 60_000
const FEW = 100
const MOST = 1000

type Counted = { total: number }
type Entry = { value: Promise<Counted>; until: number }
const kept = new WeakMap<object, Map<string, Entry>>()

/** The counts for `wish`, which are kept for a minute where many fit; who asks while they are counted waits for the same answer. */
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
