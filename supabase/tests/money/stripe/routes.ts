import { FEE, type Account, type Intent, move, newId, openAccount, seconds, type Session, type State } from './state.ts'

/** An answer that says no, as Stripe says it. */
export class Refusal extends Error {
	status: number
	code: string
	constructor(status: number, code: string) {
		super(code)
		this.status = status
		this.code = code
	}
}

export type Asked = {
	account: Account | undefined
	/** The parts of the path that stand for something. */
	id: string
	params: Record<string, never>
	origin: string
	changed(kind: string, account: Account, object: object): void
}
type Route = (state: State, asked: Asked) => unknown
type Form = { [name: string]: string & Form }

const list = (data: object[]): object => ({ object: 'list', data, has_more: false, url: '/' })
const needed = <T>(one: T | undefined): T => {
	if (one === undefined) throw new Refusal(404, 'resource_missing')
	return one
}
const intentOf = (account: Account, id: string | undefined): Intent =>
	needed(account.sessions.find(({ payment_intent: intent }) => intent?.id === id)?.payment_intent ?? undefined)
const accountJson = ({ id, missing, status }: Account): object => ({
	...{ id, object: 'v2.core.account' },
	configuration: { merchant: { capabilities: { card_payments: { status, status_details: [] } } } },
	requirements: { entries: missing.map((description) => ({ description, awaiting_action_from: 'user' })) },
})

/** What can be asked, by method and path; `:` stands for an id. */
export const ROUTES: Record<string, Route> = {
	'POST /v2/core/accounts': (state) => accountJson(openAccount(state)),
	'GET /v2/core/accounts/:': (state, { id }) => accountJson(needed(state.accounts.get(id))),
	'POST /v2/core/account_links': (state, { params, origin }) => {
		const { account, use_case: use } = params as unknown as {
			account: string
			use_case: { account_onboarding: { return_url: string } }
		}
		needed(state.accounts.get(account))
		const link = newId('link')
		state.links.set(link, { account, back: use.account_onboarding.return_url })
		return { object: 'v2.core.account_link', account, url: `${origin}/onboard/${link}` }
	},
	'POST /v1/checkout/sessions': (_state, { account, params, origin }) => {
		const asked = params as unknown as Form
		const owner = needed(account)
		if (owner.status !== 'active') throw new Refusal(400, 'account_invalid')
		const item = (asked.line_items as unknown as Record<string, Form>)['0']
		if (Number(asked.expires_at) < seconds() + 1790) throw new Refusal(400, 'expires_at_too_soon')
		const id = newId('cs')
		const session: Session = {
			...{ id, object: 'checkout.session', url: `${origin}/pay/${id}`, status: 'open', payment_status: 'unpaid' },
			...{ client_reference_id: asked.client_reference_id ?? null, created: seconds(), payment_intent: null },
			...{ expires_at: Number(asked.expires_at), metadata: asked.metadata ?? {}, locale: 'de' },
			...{ success_url: String(asked.success_url), cancel_url: String(asked.cancel_url) },
			...{ amount_total: Number(item?.price_data?.unit_amount), name: String(item?.price_data?.product_data?.name) },
			intent_metadata: asked.payment_intent_data?.metadata ?? {},
		}
		owner.sessions.push(session)
		return session
	},
	'GET /v1/checkout/sessions': (_state, { account }) => list(needed(account).sessions),
	'GET /v1/checkout/sessions/:': (_state, { account, id }) =>
		needed(needed(account).sessions.find((one) => one.id === id)),
	'POST /v1/checkout/sessions/:/expire': (_state, { account, id, changed }) => {
		const session = needed(needed(account).sessions.find((one) => one.id === id))
		if (session.status !== 'open') throw new Refusal(400, 'session_not_open')
		Object.assign(session, { status: 'expired', url: null })
		changed('checkout.session.expired', needed(account), session)
		return session
	},
	'POST /v1/refunds': (_state, { account, params, changed }) => {
		const asked = params as unknown as Form
		const owner = needed(account)
		return giveBack(owner, intentOf(owner, asked.payment_intent), Number(asked.amount), asked.metadata ?? {}, changed)
	},
	'GET /v1/refunds': (_state, { account, params }) => {
		const { payment_intent: intent } = params as unknown as Form
		return list(needed(account).refunds.filter((one) => one.payment_intent === intent))
	},
	'GET /v1/disputes': (_state, { account, params }) => {
		const { payment_intent: intent } = params as unknown as Form
		return list(needed(account).disputes.filter((one) => one.payment_intent === intent))
	},
	'GET /v1/payouts': (_state, { account }) => list(needed(account).payouts.toReversed()),
	'GET /v1/balance_transactions': (_state, { account, params }) => {
		const { payout } = params as unknown as Form
		return list(needed(account).lines.filter((line) => line.payout === payout))
	},
	'GET /v1/events': (_state, { account, params }) => {
		const { created } = params as unknown as Form
		return list(
			needed(account)
				.events.filter((one) => one.created >= Number(created?.gte ?? 0))
				.toReversed(),
		)
	},
}

/** Gives money back, by us or by the business at Stripe itself. */
export function giveBack(
	account: Account,
	intent: Intent,
	amount: number,
	metadata: object,
	changed: Asked['changed'],
): object {
	const charge = intent.latest_charge
	if (account.disputes.some((one) => one.payment_intent === intent.id && one.status !== 'won'))
		throw new Refusal(400, 'charge_disputed')
	if (!charge || charge.amount_refunded + amount > charge.amount) throw new Refusal(400, 'charge_already_refunded')
	charge.amount_refunded += amount
	const refund = {
		...{ id: newId('re'), object: 'refund' as const, amount, status: 'succeeded', payment_intent: intent.id },
		metadata: metadata as Record<string, string>,
	}
	account.refunds.push(refund)
	move(account, { amount: -amount, fee: 0, type: 'refund', reporting_category: 'refund', source: refund })
	changed('charge.refunded', account, charge)
	return refund
}

export { FEE }
