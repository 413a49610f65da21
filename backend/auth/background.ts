import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from './call.ts'
import { toAuthError } from './errors.ts'

/** Usually long enough for the work to be done: people find the message soon after the answer. */
const ANSWER_MS = 60

/**
 * Does what an answer must not wait for: how long it takes would tell whether somebody has an account. The answer comes after the
 * same time in any case, whether this is done by then or not. A failure is logged.
 */
export async function inBackground(call: Call, what: string, work: () => Promise<unknown>): Promise<void> {
	work().catch((error: unknown) => {
		const level = toAuthError(error) ? 'warn' : 'error'
		call.auth.settings.log(level, `auth: ${what} failed`, { error: String(error) })
	})
	await wait(ANSWER_MS)
}
