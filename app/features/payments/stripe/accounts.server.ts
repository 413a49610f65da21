import type Stripe from 'stripe'
import type { StripeSettings } from '#app/lib/context.server.ts'
import type { AccountState } from '../port.ts'
import { stripeOf } from './client.server.ts'
import { refusalOf } from './refusals.server.ts'

type Business = { id: string; name: string; email: string }

/**
 * Opens an account for a business: its own, for which Stripe bears losses and asks for data. Where Stripe does not offer that with its small
 * dashboard, it is an account with the whole one.
 * @param business with the id of our row, which is the key
 * @returns what Stripe calls it
 */
export async function openAccount(settings: StripeSettings, { id, name, email }: Business): Promise<string> {
	const stripe = await stripeOf(settings)
	const create = async (dashboard: 'express' | 'full'): Promise<string> => {
		const params: Stripe.V2.Core.AccountCreateParams = {
			...{ dashboard, display_name: name, identity: { country: 'de' }, metadata: { account: id } },
			...(email ? { contact_email: email } : {}),
			defaults: {
				...{ currency: 'eur', locales: ['de-DE'] },
				responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' },
			},
			configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
		}
		return (await stripe.v2.core.accounts.create(params, { idempotencyKey: `${id}:${dashboard}` })).id
	}
	return create('express').catch((error: unknown) => {
		if (refusalOf(error)?.type !== 'StripeInvalidRequestError') throw error
		return create('full')
	})
}

/** A page of Stripe on which the business gives its data, good for some minutes. @param back where it leads to afterwards */
export async function linkToAccount(settings: StripeSettings, account: string, back: string): Promise<string> {
	const stripe = await stripeOf(settings)
	const { url } = await stripe.v2.core.accountLinks.create({
		account,
		use_case: {
			type: 'account_onboarding',
			account_onboarding: { return_url: back, refresh_url: back },
		},
	})
	return url
}

/** How an account stands, and what Stripe still asks of the business, in Stripe's words. */
export async function accountState(settings: StripeSettings, ref: string): Promise<AccountState> {
	const stripe = await stripeOf(settings)
	try {
		const include = ['configuration.merchant', 'requirements'] as const
		const account = await stripe.v2.core.accounts.retrieve(ref, { include: [...include] })
		return stateOf(account)
	} catch (error) {
		// The business has ended it at Stripe, or Stripe has.
		const status = refusalOf(error)?.statusCode
		if (status !== 403 && status !== 404) throw error
		return { state: 'restricted', requirements: ['access_lost'] }
	}
}

function stateOf({ configuration, requirements }: Stripe.V2.Core.Account): AccountState {
	const status = configuration?.merchant?.capabilities?.card_payments?.status
	const asked = (requirements?.entries ?? []).filter(({ awaiting_action_from: who }) => who === 'user')
	return {
		state: status === 'active' ? 'active' : status === 'pending' ? 'onboarding' : 'restricted',
		requirements: [
			...new Set([
				...(status === 'unsupported' ? ['unsupported'] : []),
				...asked.map(({ description }) => description),
			]),
		],
	}
}
