import type { Sql } from 'postgres'
import type { OutsideLimits } from '../../context.ts'
import { type Gate, createGate } from '../../gate.ts'
import { networkOf } from '../../network.ts'
import { RestError } from '../errors.ts'
import { type Lanes, createLanes } from './lanes.ts'
import { type Result, type Run, runTransaction } from './transaction.ts'

/** Separate connections for callers from outside: however many requests they make, calls of this process find free connections. */
export type Outside = {
	limits: OutsideLimits
	/** Runs one request when its address has its turn. @throws RestError 503 when too many wait. */
	run(from: string, run: Run): Promise<Result>
	counts: Gate['counts']
	close(): Promise<void>
}

/** Creates these connections; `connect` as for `createLanes`. */
export function createOutside(limits: OutsideLimits, connect: (onclose: () => void) => Sql): Outside {
	const lanes: Lanes = createLanes(connect, limits.connections)
	const { waiting, waitingEach, waitMs } = limits
	const running = { running: limits.connections, runningEach: limits.connectionsEach }
	const gate = createGate({ ...running, waiting, waitingEach, waitMs, refuse: tooBusy })
	return {
		limits,
		async run(from, run) {
			const leave = await gate.enter(networkOf(from) ?? from)
			try {
				return await runTransaction(lanes, run)
			} finally {
				leave()
			}
		},
		counts: gate.counts,
		close: lanes.close,
	}
}

function tooBusy(): RestError {
	const message = 'Too many requests wait for an answer. Try again shortly.'
	return new RestError(503, 'PGRST003', message, null, null, { 'retry-after': '2' })
}
