import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from './call.ts'
import { toAuthError } from './errors.ts'

/** Usually long enough for the work to be done, because people look for the message soon after the answer. */
const ANSWER_MS = 60

/**
 * Does work that an answer must not wait for, because its duration would reveal whether somebody has an account. The answer
 * always comes after the same time, whether the work is done by then or not. A failure is logged.
 */
export async function inBackground(call: Call, what: string, work: () => Promise<unknown>): Promise<void> {
	work().catch((error: unknown) => {
		const level = toAuthError(error) ? 'warn' : 'error'
		call.auth.settings.log(level, `auth: ${what} failed`, { error: String(error) })
	})
	await wait(ANSWER_MS)
}
