import type { z } from 'zod'
import type { RouterContextProvider } from 'react-router'
import { type Answer, call } from '#app/lib/contracts.server.ts'
import { errorCode } from '#app/lib/errors.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { optOutContract } from './opt-out.contracts.ts'

/** What a link to unsubscribe is about; `company` null is the platform itself. */
export type OptOut = z.output<typeof optOutContract>

/** Reads the link of an advertising mail; null when it is not one of ours. Needs no session. */
export const loadOptOut = (context: Readonly<RouterContextProvider>, token: string): Promise<OptOut | null> =>
	ask(call(sessionOf(context).client, 'get_opt_out', optOutContract, { p_token: token }))

/** Takes the consent back; null when the link is not one of ours. `oneClick`: the mail program's own button asked (RFC 8058). */
export const optOut = (
	context: Readonly<RouterContextProvider>,
	token: string,
	oneClick: boolean,
): Promise<OptOut | null> =>
	ask(call(sessionOf(context).client, 'opt_out', optOutContract, { p_token: token, p_one_click: oneClick }))

async function ask(answer: PromiseLike<Answer<OptOut>>): Promise<OptOut | null> {
	const { data, error } = await answer
	if (!error) return data
	if (errorCode(error) === 'opt_out_invalid') return null
	throw new Error(error.message, { cause: error })
}
