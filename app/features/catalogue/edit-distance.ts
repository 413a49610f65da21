/** The number of letters that must be changed, added, removed or swapped with a neighbour to turn one text into the other. */
export function editDistance(one: string, other: string): number {
	let before: number[] = []
	let row = Array.from({ length: other.length + 1 }, (_, index) => index)
	for (let i = 1; i <= one.length; i++) {
		const next = [i]
		for (let j = 1; j <= other.length; j++) {
			const same = one[i - 1] === other[j - 1]
			const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
			const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)]
			if (swapped) steps.push((before[j - 2] ?? 0) + 1)
			next.push(Math.min(...steps))
		}
		before = row
		row = next
	}
	return row[other.length] ?? 0
}

/** The number of typing errors allowed in a word of this length. */
export function slips(key: string): number {
	if (key.length < 4) return 0
	return key.length > 5 ? 2 : 1
}
