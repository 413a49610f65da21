// Test runs use the same cases each time; `npm run fuzz` tries new ones.
const SEED = 20_261_122

/**
 * Seed and number of cases of a property test, for `fc.assert`. `FUZZ_SEED` chooses other cases, `FUZZ_RUNS` multiplies their
 * number; `npm run fuzz` sets both.
 */
export function runs(count: number): { seed: number; numRuns: number } {
	const { FUZZ_SEED = SEED, FUZZ_RUNS = 1 } = process.env
	return { seed: Number(FUZZ_SEED), numRuns: Math.ceil(count * Number(FUZZ_RUNS)) }
}

/**
 * Milliseconds that a property test can take: multiplied by its number of cases, and far longer in a search that runs beside other
 * work.
 */
export function patience(ms: number): number {
	const { FUZZ_RUNS } = process.env
	return FUZZ_RUNS === undefined ? ms : ms * 10 * Math.max(1, Number(FUZZ_RUNS))
}
