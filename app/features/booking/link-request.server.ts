import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/lib/context.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { contactSchema } from './booking.form.ts'

const addressSchema = contactSchema.pick({ email: true })

/** Has a link sent to a typed address; the answer does not tell whether the address is known. `sent`: the address, once the mail is ordered. */
export async function requestLink(
	context: Readonly<RouterContextProvider>,
	request: Request,
	verb: 'request_own_data' | 'request_booking_links',
) {
	const submission = parseForm(await readForm(request), { schema: addressSchema })
	const headers = { 'cache-control': 'private, no-store' }
	if (submission.status !== 'success') return data({ reply: submission.reply(), sent: '' }, { status: 400, headers })
	const { email } = submission.value
	const { error } = await sessionOf(context).client.rpc(verb, { p_email: email })
	if (!error) return data({ reply: submission.reply(), sent: email }, { headers })
	const code = errorCode(error)
	const field = code.startsWith('email_')
	if (!field && code !== 'too_many_data_links')
		context.get(servicesContext).report(new Error(`${verb}: ${code}`, { cause: error }))
	const message = [errorMessage(code)]
	const reply = submission.reply(field ? { fieldErrors: { email: message } } : { formErrors: message })
	return data({ reply, sent: '' }, { status: code === 'too_many_data_links' ? 429 : 400, headers })
}
