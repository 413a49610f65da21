import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { type Operator, operatorSelfContract } from './operator.contracts.ts'

/** The operator who is signed in. @throws 404 for everybody else, a redirect for those who have not shown a second factor */
export async function requireOperator(context: Readonly<RouterContextProvider>): Promise<Operator> {
	const operator = invariantData(await call(requireUser(context).client, 'operator_self', operatorSelfContract, {}))
	invariantResponse(operator)
	if (!operator.second_factor) throw redirect(operatorPaths.secondFactor())
	return operator
}

/** Reads a page of the operator's. @throws 404 for everybody else, and for what is not there */
export async function readAsOperator<Contract extends z.ZodType>(
	context: Readonly<RouterContextProvider>,
	verb: string,
	contract: Contract,
	args: Record<string, unknown>,
): Promise<z.output<Contract>> {
	const { data: value, error } = await call(requireUser(context).client, verb, contract, args)
	if (!error) return value
	await requireOperator(context)
	const code = errorCode(error)
	invariantResponse(code !== 'operator_only' && !code.endsWith('_not_found'))
	throw new Error(`${verb}: ${code}`, { cause: error })
}

/** What an action answers about a verb that was refused: the sentence and what was typed. */
export function refused(form: string, error: CodedError, typed: Record<string, string>) {
	const code = errorCode(error)
	invariantResponse(code !== 'operator_only')
	return data({ form, message: errorMessage(error), typed }, { status: 400 })
}
