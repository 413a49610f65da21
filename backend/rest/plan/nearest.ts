const AT_LEAST = 0.34

/** The most similar of `names` to `wanted`, or undefined when none is close. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
	let best: string | undefined
	let bestScore = AT_LEAST
	for (const name of names) {
		const length = Math.max(name.length, wanted.length)
		const score = length === 0 || length > 256 ? 0 : 1 - distance(wanted.toLowerCase(), name.toLowerCase()) / length
		if (score >= bestScore && (best === undefined || score > bestScore)) {
			best = name
			bestScore = score
		}
	}
	return best
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
