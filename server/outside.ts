import { availableParallelism } from 'node:os'
import type { OutsideLimits } from '#backend/context.ts'

// Each busy connection keeps a core busy, and the pages need theirs.
const connections = Math.max(2, Math.min(8, availableParallelism()))

/**
 * Limits for callers of `/rest/v1` from outside, so that none of them stalls the pages. Browsers in the admin area ask for a few rows
 * at a time; the pages do everything else themselves.
 */
export const OUTSIDE: OutsideLimits = {
	connections,
	connectionsEach: Math.ceil(connections / 2),
	waiting: 200,
	waitingEach: 20,
	waitMs: 5_000,
	statementMs: 2_000,
	depth: 5,
	resources: 20,
	conditions: 100,
	aggregateCost: 50_000,
	bodyBytes: 1_000_000,
	answerBytes: 10_000_000,
}
