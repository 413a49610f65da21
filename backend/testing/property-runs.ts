// A user's run of the tests says the same each time; new cases are what `npm run fuzz` is for.
const SEED = 20_261_122

/**
 * Seed and number of cases of a property test, for `fc.assert`. `FUZZ_SEED` takes other cases, `FUZZ_RUNS` so many times as many;
 * `npm run fuzz` sets both.
 */
export function runs(count: number): { seed: number; numRuns: number } {
	const { FUZZ_SEED = SEED, FUZZ_RUNS = 1 } = process.env
	return { seed: Number(FUZZ_SEED), numRuns: Math.ceil(count * Number(FUZZ_RUNS)) }
}

/** Milliseconds that a property test may take: as many times as long as it has cases, and far longer in a search beside other work. */
export function patience(ms: number): number {
	const { FUZZ_RUNS } = process.env
	return FUZZ_RUNS === undefined ? ms : ms * 10 * Math.max(1, Number(FUZZ_RUNS))
}
