const MAX_STATEMENTS = 400
const MAX_SEEN = 2_000

/**
 * Creates the record of statements that are kept prepared on one set of connections. A statement is prepared from its second use on,
 * but only the first few hundred texts are, because a caller can make up any number. Callers from outside have their own record.
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
