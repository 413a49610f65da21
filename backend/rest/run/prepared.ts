const MAX_STATEMENTS = 400
const MAX_SEEN = 2_000

/**
 * Makes the memory of one set of connections: whether a statement is kept prepared on them. It is from its second use on, and only the
 * first few hundred texts, since a caller can make up any number of them. Callers from outside fill a memory of their own.
 */
export function createPrepared(): (text: string) => boolean {
	const seen = new Set<string>()
	const prepared = new Set<string>()
	return (text) => {
		if (prepared.has(text)) return true
		if (!seen.has(text)) {
			if (seen.size >= MAX_SEEN) seen.clear()
			seen.add(text)
			return false
		}
		if (prepared.size >= MAX_STATEMENTS || text.length > 10_000) return false
		prepared.add(text)
		return true
	}
}
