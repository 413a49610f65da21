import type { Enums } from '#app/database.types.ts'
import { call } from '#app/lib/contracts.server.ts'
import { type CodedError, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { AnswerTyped } from './answer.form.ts'
import {
	type BlockedCustomer,
	blockedCustomersContract,
	matchingContract,
	matchingOrderContract,
	offerListContract,
	type OrderToAnswer,
	sentContract,
	type SentOffer,
	type Suggested,
	suggestedContract,
	waitingContract,
} from './offers.contracts.ts'
import { PAGE_SIZE } from './offers.ts'
import { readRule } from './rules.server.ts'

type Location = { id: string }
const pageOf = (page: number, size = PAGE_SIZE) => ({ p_limit: size, p_offset: (page - 1) * size })

/** A page of the orders that fit, or of those that were put aside. */
export async function loadMatching(
	client: Client,
	location: Location,
	dismissed: boolean,
	page: number,
	size = PAGE_SIZE,
) {
	return invariantData(
		await call(client, 'matching_orders', matchingContract, {
			...{ p_location: location.id, p_dismissed: dismissed },
			...pageOf(page, size),
		}),
	)
}

/** A page of the offers that were accepted, or of the others. */
export async function loadOffers(client: Client, location: Location, accepted: boolean, page: number) {
	return invariantData(
		await call(client, 'list_offers', offerListContract, {
			...{ p_location: location.id, p_accepted: accepted },
			...pageOf(page),
		}),
	)
}

/** A page of those who wait for time at the location. */
export async function loadPlaces(client: Client, location: Location, page: number) {
	return invariantData(
		await call(client, 'list_waiting', waitingContract, { p_location: location.id, ...pageOf(page) }),
	)
}

/** Who offers free times to those who wait. */
export async function loadWaitlistMode(client: Client, location: Location): Promise<Enums<'waitlist_mode'>> {
	return invariantData(await client.from('locations').select('waitlist').eq('id', location.id).single()).waitlist
}

/** One offer of the location. @throws Response 404 */
export async function loadOffer(client: Client, location: Location, id: string | undefined): Promise<SentOffer> {
	invariantResponse(isUuid(id))
	const args = { p_location: location.id, p_offer: id }
	const [offer] = invariantData(await call(client, 'list_offers', offerListContract, args)).rows
	invariantResponse(offer)
	return offer
}

/** One order that fits; looking at it is noted. @throws Response 404 */
export async function loadOrder(client: Client, location: Location, id: string | undefined): Promise<OrderToAnswer> {
	invariantResponse(isUuid(id))
	const answer = await call(client, 'matching_order', matchingOrderContract, { p_order: id, p_location: location.id })
	if (answer.error?.message === 'order_not_found') invariantResponse(null)
	return invariantData(answer)
}

/** What an offer is about: whoever waits wants all their services, an order the one that was chosen. */
export const servicesOf = ({ kind, services }: Pick<OrderToAnswer, 'kind' | 'services'>, chosen: string): string[] =>
	kind === 'waitlist' ? services.map(({ id }) => id) : [chosen]

/** Free starts that suit an order. */
export async function loadSuggested(
	client: Client,
	location: Location,
	order: OrderToAnswer,
	service: string,
): Promise<Suggested> {
	return invariantData(
		await call(client, 'suggest_starts', suggestedContract, {
			...{ p_order: order.id, p_location: location.id, p_services: servicesOf(order, service) },
		}),
	)
}

/** People whose orders the business does not want to see. */
export async function loadBlocked(client: Client, location: Location): Promise<BlockedCustomer[]> {
	return invariantData(
		await call(client, 'blocked_order_customers', blockedCustomersContract, { p_location: location.id }),
	)
}

/** The templates of a company, by name. */
export async function loadTemplates(client: Client, company: string) {
	return invariantData(
		await client.from('offer_templates').select('id, name, text').eq('company_id', company).order('name').limit(30),
	)
}

/** Sends an offer. */
export async function sendOffer(
	client: Client,
	location: Location,
	order: OrderToAnswer,
	typed: AnswerTyped,
): Promise<{ error: CodedError | null }> {
	return call(client, 'send_offer', sentContract, {
		...{ p_order: order.id, p_location: location.id, p_services: servicesOf(order, typed.service) },
		...{ p_starts: typed.starts.map(({ start }) => start), p_employees: typed.starts.map(({ person }) => person) },
		...{ p_hours: typed.hours, p_price_cents: typed.price, p_text: typed.text, p_key: typed.key },
	})
}

/** Asks the customer of an order, or says that the answer needs none. @returns what went wrong, or null */
export async function writeAboutOrder(
	client: Client,
	location: Location,
	order: string,
	form: FormData,
): Promise<{ message: string; typed: string } | null> {
	const typed = textOf(form, 'words')
	const args = { p_order: order, p_location: location.id }
	if (!isUuid(order)) return { message: errorMessage('order_not_found'), typed }
	const { error } =
		textOf(form, 'intent') === 'settle'
			? await client.rpc('settle_question', args)
			: await client.rpc('ask', { ...args, p_text: typed })
	return error ? { message: errorMessage(error), typed } : null
}

export type OfferOutcome = { kind: 'success' | 'danger'; message: string; at: number }

/** Carries out what a list of orders, offers, rules or templates asks for. */
export async function actOnOffers(
	client: Client,
	member: { companyId: string; location: Location },
	form: FormData,
): Promise<OfferOutcome> {
	const [intent, id] = [textOf(form, 'intent'), textOf(form, 'id')]
	const done = (error: CodedError | null, message: string): OfferOutcome => ({
		...(error ? { kind: 'danger', message: errorMessage(error) } : { kind: 'success', message }),
		at: Date.now(),
	})
	const broken = done({ message: 'body_invalid', code: 'P0001' }, '')
	if (id !== '' && !isUuid(id)) return broken
	const order = { p_order: id, p_location: member.location.id }
	if (intent === 'dismiss') {
		const { error } = await client.rpc('dismiss_order', { ...order, p_dismissed: true })
		return done(error, 'Der Suchauftrag ist weggelegt.')
	}
	if (intent === 'restore') {
		const { error } = await client.rpc('dismiss_order', { ...order, p_dismissed: false })
		return done(error, 'Der Suchauftrag steht wieder unter „Passende“.')
	}
	if (intent === 'block') {
		const { error } = await client.rpc('block_order_customer', order)
		return done(error, 'Die Person ist blockiert. Aufheben können Sie das unter „Weggelegte“.')
	}
	if (intent === 'unblock') {
		const { error } = await client.rpc('unblock_order_customer', { p_block: id })
		return done(error, 'Die Person ist nicht mehr blockiert.')
	}
	if (intent === 'withdraw') {
		const args = { p_offer: id, p_reason: textOf(form, 'grund').trim() }
		const { error } = await call(client, 'withdraw_offer', sentContract, args)
		return done(error, 'Das Angebot ist zurückgezogen, die Zeiten sind wieder frei.')
	}
	if (intent === 'save-template') {
		const { error } = await client.rpc('save_offer_template', {
			...{ p_company: member.companyId, p_name: textOf(form, 'name'), p_text: textOf(form, 'text') },
			...(id ? { p_template: id } : {}),
		})
		return done(error, 'Die Vorlage ist gespeichert.')
	}
	if (intent === 'delete-template') {
		const { error } = await client.rpc('delete_offer_template', { p_template: id })
		return done(error, 'Die Vorlage ist gelöscht.')
	}
	if (intent === 'save-rule') {
		const read = readRule(form, member.location.id)
		if ('message' in read) return { kind: 'danger', message: read.message ?? '', at: Date.now() }
		if (read.args.p_services.some((one) => !isUuid(one))) return broken
		const { error } = await client.rpc('save_offer_rule', { ...read.args, ...(id ? { p_rule: id } : {}) })
		return done(error, 'Die Regel ist gespeichert.')
	}
	if (intent === 'delete-rule') {
		const { error } = await client.rpc('delete_offer_rule', { p_rule: id })
		return done(error, 'Die Regel ist gelöscht.')
	}
	return broken
}
