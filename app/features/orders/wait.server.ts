import { data, type RouterContextProvider } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { newSecret } from '#app/features/booking/secret.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { isHasty, isTrapped } from '#app/lib/trap.ts'
import { KIND_PARAMS, type Kind } from './kinds.ts'
import { wishContract } from './orders.contracts.ts'
import { understandForm } from './orders.server.ts'
import { draftCookies } from './secret.server.ts'
import { alertSchema, waitSchema } from './wait.form.ts'
import { readWished, type WhenFaults } from './when.form.ts'

type Context = Readonly<RouterContextProvider>

/** What is to move to the time that is found, with what opens it. */
export type Swap = { id: string; secret: string | undefined; startsAt: string }

/** Where somebody wants to wait, and for what. */
export type Waited = { location: { id: string; time_zone: string }; services: string[]; swap?: Swap }

/** Puts somebody on the waiting list of a location, as its form says; the answer of the page. */
export async function joinWaitlist(context: Context, request: Request, { location, services, swap }: Waited) {
	const now = new Date()
	const sent = await readForm(request)
	const submission = parseForm(sent, { schema: waitSchema })
	const refuse = (reply: Parameters<typeof submission.reply>[0], status: number) =>
		data({ reply: submission.reply(reply) }, { status, headers: PRIVATE_PAGE })
	if (submission.status !== 'success') return refuse({}, 400)
	const form = submission.value
	if (isTrapped(sent)) return thanks('waitlist')
	// Everything stays typed, and the second press comes late enough.
	if (isHasty(sent, now)) return refuse({ formErrors: [errorMessage('too_fast')] }, 422)
	const wrong: WhenFaults = {}
	const windows = readWished(form, location.time_zone, swap?.startsAt, now, wrong)
	if (Object.keys(wrong).length > 0) return refuse({ fieldErrors: wrong }, 422)
	const secret = newSecret()
	const { data: joined, error } = await call(sessionOf(context).client, 'join_waitlist', wishContract, {
		...{ p_location: location.id, p_services: services, p_secret: secret, p_windows: windows },
		p_contact: { name: form.name, email: form.email, phone: form.phone },
		...{ p_employee: form.person || null, p_short_notice: form.kurzfristig },
		...(swap && { p_appointment: swap.id, p_appointment_secret: swap.secret ?? null }),
	})
	if (joined) return thanks('waitlist', { ...joined, secret })
	return refuse(refusal(context, 'join_waitlist', error, { employee: 'person' }), statusOf(error))
}

/** Keeps a search open for somebody, as the form says; the answer of the page. */
export async function askForAlert(context: Context, request: Request) {
	const now = new Date()
	const sent = await readForm(request)
	const submission = parseForm(sent, { schema: alertSchema })
	const refuse = (reply: Parameters<typeof submission.reply>[0], status: number) =>
		data({ reply: submission.reply(reply) }, { status, headers: PRIVATE_PAGE })
	if (submission.status !== 'success') return refuse({}, 400)
	const form = submission.value
	if (isTrapped(sent)) return thanks('alert')
	if (isHasty(sent, now)) return refuse({ formErrors: [errorMessage('too_fast')] }, 422)
	const read = await understandForm(context, form, now)
	if ('wrong' in read) return refuse({ fieldErrors: read.wrong }, 422)
	const secret = newSecret()
	const { data: made, error } = await call(sessionOf(context).client, 'ask_for_alert', wishContract, {
		...{ p_draft: read.draft, p_secret: secret, p_contact: { name: form.name, email: form.email } },
		p_consent: form.einwilligung,
	})
	if (made) return thanks('alert', { ...made, secret })
	return refuse(refusal(context, 'ask_for_alert', error, { category: 'kategorie', place: 'wo' }), statusOf(error))
}

type Made = { id: string; state: 'open' | 'mail'; secret: string }

/** To the page that says what comes next. @param made nothing for programs, which get the answer of a person */
function thanks(kind: Kind, made?: Made): Response {
	const art = KIND_PARAMS[kind]
	if (!made) return redirect(paths.thankYou({ art }), { status: 303 })
	const headers = new Headers()
	const open = made.state === 'open'
	// The form of search orders goes on with its own draft.
	for (const cookie of draftCookies(open ? undefined : made, [paths.thankYou()])) headers.append('set-cookie', cookie)
	return redirect(paths.thankYou({ id: open ? made.id : undefined, art }), { status: 303, headers })
}

const statusOf = (error: CodedError): number => (errorCode(error) === 'too_often' ? 429 : 409)

/** Where the form says what a verb has refused. @param fields by what a code begins with */
function refusal(
	context: Context,
	verb: string,
	error: CodedError,
	fields: Record<string, string>,
): { formErrors?: string[]; fieldErrors?: Record<string, string[]> } {
	const code = errorCode(error)
	const message = [errorMessage(error)]
	if (code === 'consent_missing') return { fieldErrors: { einwilligung: message } }
	if (code.startsWith('window_') || code === 'too_many_windows') return { fieldErrors: { zeit: message } }
	const part = code.slice(0, code.indexOf('_'))
	const field: string | undefined = { name: 'name', email: 'email', phone: 'phone', ...fields }[part]
	if (field) return { fieldErrors: { [field]: message } }
	if (!/^(too_|already_|service_|location_|by_phone|swap_|appointment_)/.test(code))
		context.get(servicesContext).report(new Error(`${verb}: ${code}`, { cause: error }))
	return { formErrors: message }
}
