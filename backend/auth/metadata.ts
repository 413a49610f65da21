/** Free data about a user, as JSON. */
export type Metadata = Record<string, unknown>

/** Hosted's rule: given keys replace old ones, null removes them. */
export function mergeMetadata(old: Metadata | null, changes: Metadata = {}): Metadata {
	return Object.fromEntries(
		Object.entries({ ...old, ...changes }).filter(([key, value]) => !(key in changes && value === null)),
	)
}
