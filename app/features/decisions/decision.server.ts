import { data, type RouterContextProvider } from 'react-router'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { decisionContract } from './decisions.contracts.ts'

/** A decision by the link of its mail. @throws 404 without the right secret */
export async function loadDecision(context: Readonly<RouterContextProvider>, id: string, url: URL) {
	invariantResponse(isUuid(id))
	const answer = await call(sessionOf(context).client, 'get_decision', decisionContract, argsOf(id, url))
	invariantResponse(!answer.error || errorCode(answer.error) !== 'decision_not_found')
	return { id, decision: invariantData(answer) }
}

/** Appeals against it. `message`: why not; empty once it is done. */
export async function sendAppeal(context: Readonly<RouterContextProvider>, id: string, request: Request, url: URL) {
	invariantResponse(isUuid(id))
	const typed = textOf(await readForm(request), 'text')
	const { error } = await sessionOf(context).client.rpc('appeal', { ...argsOf(id, url), p_text: typed })
	return error ? data({ message: errorMessage(error), typed }, { status: 400 }) : { message: '', typed: '' }
}

const argsOf = (id: string, url: URL) => ({ p_decision: id, p_secret: url.searchParams.get('s') ?? '' })
