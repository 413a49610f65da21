/** The value below which this share of the values lies. */
export function percentile(values: number[], share: number): number {
	const sorted = values.toSorted((one, other) => one - other)
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export type Spread = { p50: number; p95: number; p99: number }

export function spreadOf(values: number[]): Spread {
	return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), p99: percentile(values, 0.99) }
}
