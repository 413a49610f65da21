import { z } from 'zod'
import { readId } from '#app/features/booking/choice.ts'
import { call } from '#app/lib/contracts.server.ts'
import { type CodedError, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { movedOn } from './extending.ts'
import { declineOffer, type OpenedRequest, shareRequest } from './request.server.ts'

/** What a form on the page of an order has led to: what to say, a link to pass on, or what went wrong. */
export type Outcome =
	| { done: string }
	| { link: string }
	/** `written`: an answer that was refused, and to whom. */
	| { message: string; written?: { location: string; words: string } }

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
	if (intent === 'share') {
		const { link, error } = await shareRequest(opened, siteUrl)
		return error ? refused(error) : { link }
	}
	return { message: errorMessage('body_invalid') }
}
