import { textOf } from '#app/lib/form.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { brokenColumn, type CodedError, errorMessage } from '#app/lib/errors.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { redirect } from '#app/lib/redirect.ts'
import { type MemberContext, requireManager } from './admin-context.server.ts'
import { readOrder } from '#app/lib/order.ts'

const EMPTY = z.object({})

/** A manager and the location of the page's address. @throws Response 403, 404 */
export async function requireLocation(
	context: Readonly<RouterContextProvider>,
	request: Request,
	id: string,
): Promise<MemberContext & { locationId: string }> {
	const member = await requireManager(context, request)
	const known = /^[0-9a-f-]{36}$/.test(id)
		? await member.client
				.from('locations')
				.select('id')
				.eq('id', id)
				.in('company_id', [member.company.id])
				.maybeSingle()
		: null
	invariantResponse(known?.data)
	return { ...member, locationId: id }
}

export type Result = { error: CodedError | null; fields?: Record<string, string[]> }

/**
 * Checks one form and runs its command; afterwards it redirects to the page, so that reloading sends nothing twice.
 * @param run answers with the error of the database, or with sentences for single fields, or nothing.
 */
export async function submit<Schema extends z.ZodType>(
	form: FormData,
	schema: Schema,
	back: string,
	run: (value: z.output<Schema>) => PromiseLike<Result | undefined>,
) {
	const submission = parseForm(form, { schema })
	const name = nameOf(form)
	if (submission.status !== 'success') return data({ form: name, reply: submission.reply() }, { status: 400 })
	const result = await run(submission.value)
	if (result?.fields)
		return data({ form: name, reply: submission.reply({ fieldErrors: result.fields }) }, { status: 400 })
	if (result?.error) {
		const column = brokenColumn(result.error)
		const sentences = [errorMessage(column === 'email' ? 'email_invalid' : result.error)]
		const wrong = column && form.has(column) ? { fieldErrors: { [column]: sentences } } : { formErrors: sentences }
		return data({ form: name, reply: submission.reply(wrong) }, { status: 400 })
	}
	return redirect(savedAt(back))
}

/** Redirects to the page, which says that it was saved. */
const savedAt = (back: string): string => `${back}${back.includes('?') ? '&' : '?'}gespeichert=1`

/** The name of the form: a page has one for each row. */
export const nameOf = (form: FormData): string => `${textOf(form, 'intent')}${textOf(form, 'id')}`

/** A new order of rows: nothing is shown but the rows themselves. */
export async function submitOrder(form: FormData, run: (ids: string[]) => PromiseLike<{ error: CodedError | null }>) {
	const { error } = await run(readOrder(textOf(form, 'order')))
	const submission = parseForm(form, { schema: EMPTY })
	const reply = error ? submission.reply({ formErrors: [errorMessage(error)] }) : undefined
	return data({ form: 'order', reply }, { status: error ? 400 : 200 })
}

/** For commands without a schema; they may answer with sentences for single fields. */
export async function submitPlain(form: FormData, back: string, run: () => PromiseLike<Result>) {
	const submission = parseForm(form, { schema: EMPTY })
	const { error, fields } = await run()
	if (!error && !fields) return redirect(savedAt(back))
	const reply = submission.reply(error ? { formErrors: [errorMessage(error)] } : { fieldErrors: fields })
	return data({ form: nameOf(form), reply }, { status: 400 })
}
