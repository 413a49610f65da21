import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { isHasty, isTrapped } from '#app/lib/trap.ts'
import { contactSchema } from './contact.form.ts'
import { SUBJECTS } from './subjects.ts'

type Context = Readonly<RouterContextProvider>

/** The answer of `open_ticket`. `receipt`: whether a mail is on its way. */
export const ticketContract = z.object({ number: z.string(), receipt: z.boolean() })

/** What a program gets that filled in what people do not see. */
const CAUGHT = { number: '', receipt: true, email: '' }

/** What the form begins with: the account's name and address, and the subject that a link names. */
export async function loadContact(context: Context, url: URL, now: Date) {
	const { client, user } = sessionOf(context)
	const profile = user ? await client.from('profiles').select('name').eq('id', user.id).maybeSingle() : null
	const word = url.searchParams.get('thema') ?? ''
	return {
		stored: {
			thema: SUBJECTS.some((one) => one.word === word) ? word : '',
			name: profile?.data?.name ?? '',
			email: user?.email ?? '',
		},
		since: now.getTime(),
		operator: context.get(servicesContext).operator ?? {},
	}
}

/** Sends what was typed to the operator. `sent`: the number of the message. */
export async function sendContact(context: Context, request: Request, now: Date) {
	const form = await readForm(request)
	const submission = parseForm(form, { schema: contactSchema })
	const refuse = (reply: Parameters<typeof submission.reply>[0], status: number) =>
		data({ reply: submission.reply(reply), sent: null }, { status, headers: PRIVATE_PAGE })
	if (submission.status !== 'success') return refuse({}, 400)
	const { thema, text, name, email } = submission.value
	if (isTrapped(form)) return data({ reply: submission.reply(), sent: CAUGHT }, { headers: PRIVATE_PAGE })
	if (isHasty(form, now)) return refuse({ formErrors: [errorMessage('too_fast')] }, 422)
	const args = { p_subject: thema, p_text: text, p_name: name, p_email: email }
	const { data: sent, error } = await call(sessionOf(context).client, 'open_ticket', ticketContract, args)
	if (!error) return data({ reply: submission.reply(), sent: { ...sent, email } }, { headers: PRIVATE_PAGE })
	const code = errorCode(error)
	const message = [errorMessage(code)]
	const field = /^(name|email|text)_/.exec(code)?.[1]
	if (field) return refuse({ fieldErrors: { [field]: message } }, 422)
	if (code !== 'too_many_tickets')
		context.get(servicesContext).report(new Error(`open_ticket: ${code}`, { cause: error }))
	return refuse({ formErrors: message }, code === 'too_many_tickets' ? 429 : 400)
}
