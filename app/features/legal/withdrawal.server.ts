import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import { call } from '#app/lib/contracts.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { declaredContract } from './withdrawal.contracts.ts'
import { isUsualNumber, UNUSUAL_NUMBER, withdrawalSchema } from './withdrawal.form.ts'

const NO_STORE = { headers: { 'cache-control': 'private, no-store' } }
const FIELDS: Record<string, string> = { note_too_long: 'statement', number_invalid: 'number' }

/** Shows what was typed for the second step, or records the declaration and answers its receipt. */
export async function declare(context: Readonly<RouterContextProvider>, request: Request) {
	const form = await readForm(request)
	const submission = parseForm(form, { schema: withdrawalSchema })
	const answer = { step: 'form' as 'form' | 'confirm' | 'done', reply: submission.reply(), declared: '', asked: '' }
	if (submission.status !== 'success') return data(answer, { ...NO_STORE, status: 400 })
	const { name, email, number, statement } = submission.value
	if (form.get('intent') === 'change') return data({ ...answer, asked: number }, NO_STORE)
	if (form.get('intent') !== 'confirm') {
		if (isUsualNumber(number) || form.get('asked') === number) return data({ ...answer, step: 'confirm' }, NO_STORE)
		const reply = submission.reply({ fieldErrors: { number: [UNUSUAL_NUMBER] } })
		return data({ ...answer, reply, asked: number }, { ...NO_STORE, status: 400 })
	}
	const args = { p_name: name, p_email: email, p_number: number, p_statement: statement }
	const { data: declared, error } = await call(sessionOf(context).client, 'declare_withdrawal', declaredContract, args)
	if (!error) {
		const at = declared.declared_at
		return data(
			{ ...answer, step: 'done', declared: `${formatDate(at, HOME_ZONE)}, ${formatTime(at, HOME_ZONE)} Uhr` },
			NO_STORE,
		)
	}
	const code = errorCode(error)
	const field = FIELDS[code] ?? /^(name|email)_/.exec(code)?.[1]
	if (!field && code !== 'too_many_withdrawals')
		context.get(servicesContext).report(new Error(`declare_withdrawal: ${code}`, { cause: error }))
	const message = [errorMessage(code)]
	const reply = submission.reply(field ? { fieldErrors: { [field]: message } } : { formErrors: message })
	return data({ ...answer, reply }, { ...NO_STORE, status: code === 'too_many_withdrawals' ? 429 : 400 })
}
