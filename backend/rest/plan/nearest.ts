const AT_LEAST = 0.33

/**
 * The most similar of `names` to `wanted`, or undefined when none is close. As in PostgREST, only names that share three
 * consecutive characters with `wanted` count, or two when no name shares three.
 */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
	const key = wanted.toLowerCase()
	const list = [...names]
	const same = list.find((name) => name.toLowerCase() === key)
	if (same !== undefined || wanted.length > 256) return same
	for (const size of [3, 2]) {
		const grams = gramsOf(key, size)
		const close = list
			.filter((name) => !grams.isDisjointFrom(gramsOf(name.toLowerCase(), size)))
			.map((name) => ({ name, score: 1 - distance(key, name.toLowerCase()) / Math.max(key.length, name.length) }))
			.filter(({ score }) => score >= AT_LEAST)
			.toSorted((a, b) => b.score - a.score)
		if (close[0]) return close[0].name
	}
	return undefined
}

/** All pieces with this many characters, with the ends of the word marked. */
function gramsOf(word: string, size: number): Set<string> {
	const marked = `-${word.replace(/[^\p{L}\p{N}, ]/gu, '')}-`
	return new Set(Array.from({ length: Math.max(0, marked.length - size + 1) }, (_, at) => marked.slice(at, at + size)))
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, at) => at)
	for (let i = 1; i <= a.length; i++) {
		const next = [i]
		for (let j = 1; j <= b.length; j++) {
			const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
			next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1))
		}
		row = next
	}
	return row[b.length] as number
}
