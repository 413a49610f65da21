/** The most similar of `names` to `wanted` by shared letter pairs, or undefined when none is close. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
	let best: string | undefined
	let bestScore = 0.33
	const wantedPairs = pairsOf(wanted)
	for (const name of names) {
		const pairs = pairsOf(name)
		let shared = 0
		let lengthA = 0
		let lengthB = 0
		for (const count of wantedPairs.values()) lengthA += count * count
		for (const [pair, count] of pairs) {
			lengthB += count * count
			shared += count * (wantedPairs.get(pair) ?? 0)
		}
		const score = shared / Math.sqrt(lengthA * lengthB)
		if (score > bestScore) {
			best = name
			bestScore = score
		}
	}
	return best
}

function pairsOf(text: string): Map<string, number> {
	const padded = `-${text.toLowerCase()}-`
	const pairs = new Map<string, number>()
	for (let at = 0; at < padded.length - 1; at++) {
		const pair = padded.slice(at, at + 2)
		pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
	}
	return pairs
}
