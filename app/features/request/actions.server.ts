import { z } from 'zod'
import { readId } from '#app/features/booking/choice.ts'
import { call } from '#app/lib/contracts.server.ts'
import { HOME_ZONE } from '#app/lib/dates.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import { type FormReply, textOf } from '#app/lib/form.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { readWished, type WhenFaults, whenSchema } from '#app/features/orders/when.form.ts'
import { movedOn } from './extending.ts'
import { declineOffer, type OpenedRequest, shareRequest } from './request.server.ts'

/** The words for what was done, as they stand in the address of the page that follows. */
export type Done =
	| 'bestaetigt'
	| 'abgelehnt'
	| 'zurueckgezogen'
	| 'verlaengert'
	| 'weiter'
	| 'geaendert'
	| 'geantwortet'
	| 'blockiert'
	| 'freigegeben'
	| 'fotos'

/** What a form on the page of an order has led to: what to say, a link to pass on, what went wrong, or the fields to mend. */
export type Outcome =
	| { done: Done }
	| { link: string }
	/** `written`: an answer that was refused, and to whom. */
	| { message: string; written?: { location: string; words: string } }
	| { reply: FormReply }
	/** What is wrong with a photo. */
	| { photo: string }

const refused = (error: CodedError): Outcome => ({ message: errorMessage(error) })

/** Carries out what a form on the page wants. */
export async function carryOut(opened: OpenedRequest, form: FormData, siteUrl: string): Promise<Outcome> {
	const { client, wish, secret } = opened
	const intent = textOf(form, 'intent')
	const own = { p_order: wish.id, p_secret: secret ?? null }
	if (wish.scope !== 'own') return { message: errorMessage('order_not_found') }
	if (intent === 'confirm') {
		const { error } = await call(client, 'confirm_search_order', z.unknown(), own)
		return error ? refused(error) : { done: 'bestaetigt' }
	}
	if (intent === 'decline') {
		const error = await declineOffer(opened, readId(form.get('offer')) ?? wish.id, textOf(form, 'reason'))
		return error ? refused(error) : { done: 'abgelehnt' }
	}
	if (intent === 'write') {
		const location = readId(form.get('location')) ?? wish.id
		const words = textOf(form, 'words')
		const { error } = await client.rpc('answer', {
			...{ p_order: wish.id, p_location: location, p_text: words, p_secret: secret },
		})
		return error ? { message: errorMessage(error), written: { location, words } } : { done: 'geantwortet' }
	}
	if (intent === 'block' || intent === 'unblock') {
		const blocked = intent === 'block'
		const { error } = await client.rpc('block_business', {
			...{
				p_order: wish.id,
				p_location: readId(form.get('location')) ?? wish.id,
				p_blocked: blocked,
				p_secret: secret,
			},
		})
		return error ? refused(error) : { done: blocked ? 'blockiert' : 'freigegeben' }
	}
	if (intent === 'withdraw') {
		const { error } = await call(client, 'withdraw_search_order', z.unknown(), own)
		return error ? refused(error) : { done: 'zurueckgezogen' }
	}
	if (intent === 'extend') {
		const radius = Number(textOf(form, 'radius'))
		const { error } = await call(client, 'extend_search_order', z.unknown(), {
			...own,
			p_windows: movedOn(wish.windows, new Date()),
			p_radius_km: Number.isInteger(radius) && radius > 0 ? radius : null,
		})
		return error ? refused(error) : { done: 'verlaengert' }
	}
	if (intent === 'resume') {
		const { error } = await call(client, 'resume_waiting', z.unknown(), own)
		return error ? refused(error) : { done: 'weiter' }
	}
	if (intent === 'windows') return changeWindows(opened, form)
	if (intent === 'share') {
		const { link, error } = await shareRequest(opened, siteUrl)
		return error ? refused(error) : { link }
	}
	return { message: errorMessage('body_invalid') }
}

/** Other times for a wish that is open. */
async function changeWindows({ client, wish, secret }: OpenedRequest, form: FormData): Promise<Outcome> {
	const submission = parseForm(form, { schema: whenSchema })
	if (submission.status !== 'success') return { reply: submission.reply() }
	const wrong: WhenFaults = {}
	const { replaces, location } = wish.waiting ?? {}
	const windows = readWished(submission.value, location?.time_zone ?? HOME_ZONE, replaces, new Date(), wrong)
	if (Object.keys(wrong).length > 0) return { reply: submission.reply({ fieldErrors: wrong }) }
	const { error } = await call(client, 'change_search_order', z.unknown(), {
		...{ p_order: wish.id, p_secret: secret ?? null, p_changes: { windows } },
	})
	if (!error) return { done: 'geaendert' }
	const code = errorCode(error)
	const about = code.startsWith('window_') || code === 'too_many_windows'
	return about ? { reply: submission.reply({ fieldErrors: { zeit: [errorMessage(error)] } }) } : refused(error)
}
