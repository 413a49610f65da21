import { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'
import { commandsContract, type Command } from './payments.contracts.ts'
import type { Asked, Facts, Outcome, Provider } from './port.ts'
import { createStripeProvider } from './stripe/provider.server.ts'
import { createTestProvider } from './test-provider.server.ts'

/** The provider of a payment. Payments stay with theirs, also when new ones go to another. @throws Error when this server has no keys for it */
function providerOf(name: string, services: AppServices, client: Client): Provider {
	if (name === 'test') return createTestProvider(client)
	if (name === 'stripe' && services.stripe) return createStripeProvider(services.stripe, services.siteUrl)
	throw new Error(`this server cannot ask the provider ${name}`)
}

/** Asks a provider for what a command says. What breaks on the way may have happened all the same: `unknown`. */
export async function carryOut(command: Command, find: () => Provider): Promise<Outcome> {
	const { kind, payment, refund, read_first: again } = command
	try {
		const provider = find()
		if (kind === 'start') return await provider.start(payment)
		// The answer to its start was lost, so the same question tells what it is called.
		const known = payment.ref === '' ? await named(provider, payment) : payment
		if (!known) return { outcome: 'done' }
		if (kind === 'read') return await provider.read(known)
		if (kind === 'expire') return await provider.expire(known)
		if (!refund) throw new Error('a refund without its row')
		return await provider.refund(known, { key: command.id, cents: refund.amount_cents, row: refund.id, again })
	} catch (error) {
		return { outcome: 'unknown', error: String(error).slice(0, 500) }
	}
}

async function named(provider: Provider, payment: Asked): Promise<Asked | undefined> {
	const { ref } = await provider.start(payment)
	return ref ? { ...payment, ref } : undefined
}

/** Claims what is due, asks the providers and reports; with a payment only what concerns it, also its start. Returns what came of each. */
export async function workOnCommands(services: AppServices, payment?: string): Promise<Outcome[]> {
	const client = serverClient(services)
	const args = { p_limit: 20, p_payment: payment ?? null }
	const commands = invariantData(await call(client, 'claim_payment_commands', commandsContract, args))
	const outcomes: Outcome[] = []
	for (const command of commands) {
		const outcome = await carryOut(command, () => providerOf(command.payment.provider, services, client))
		const result = { ref: outcome.ref, facts: outcome.facts, error: outcome.error }
		const report = { p_command: command.id, p_lease: command.lease, p_outcome: outcome.outcome, p_result: result }
		invariantData(await call(client, 'finish_payment_command', z.boolean(), report))
		outcomes.push(outcome)
	}
	return outcomes
}

/** A payment as its provider knows it. */
async function askedOf(client: Client, id: string): Promise<Asked & { provider: string }> {
	const row = invariantData(
		await client
			.from('payments')
			.select('id, company_id, provider, ref, amount_cents, description, appointment_id, created_at')
			.eq('id', id)
			.single(),
	)
	const { data: account } = await client
		.from('payment_accounts')
		.select('ref')
		.match({ company_id: row.company_id, provider: row.provider })
		.maybeSingle()
	return { ...row, account_ref: account?.ref ?? '' }
}

/** Begins a payment, or finds it begun. Returns where it goes on: where the customer pays, or the page of the payment when there is nothing to pay any more; undefined when the provider does not answer. */
export async function beginPayment(services: AppServices, id: string): Promise<string | undefined> {
	const outcomes = await workOnCommands(services, id)
	const begun = outcomes.find(({ url }) => url)
	if (begun) return begun.url
	if (outcomes.some(({ outcome }) => outcome === 'unknown')) return undefined
	const client = serverClient(services)
	const asked = await askedOf(client, id)
	try {
		const { url, facts } = await providerOf(asked.provider, services, client).start(asked)
		if (!url && facts) await book(client, id, facts)
		return url ?? (facts && asked.appointment_id ? paths.bookingPayment(asked.appointment_id) : undefined)
	} catch (error) {
		services.report(error)
		return undefined
	}
}

async function book(client: Client, id: string, facts: Facts): Promise<void> {
	invariantData(await client.rpc('apply_payment_snapshot', { p_payment: id, p_facts: facts }))
}

/** Asks the provider how a payment stands and books it, for the page to which the customer comes back. No answer changes nothing. */
export async function readPayment(services: AppServices, id: string): Promise<void> {
	const client = serverClient(services)
	const asked = await askedOf(client, id)
	if (!asked.ref) return
	try {
		const { facts } = await providerOf(asked.provider, services, client).read(asked)
		if (facts) await book(client, id, facts)
	} catch (error) {
		services.report(error)
	}
}

/** The work of every few seconds: times that nobody paid for are free again, commands reach their provider. */
export async function workOnPayments(services: AppServices): Promise<number> {
	const client = serverClient(services)
	const ended = invariantData(await client.rpc('expire_payments', { p_limit: 200 }))
	const done = await workOnCommands(services)
	return ended + done.filter(({ outcome }) => outcome !== 'unknown').length
}

/** Asks about what is on its way, and books what visits have earned. */
export async function reconcilePayments(services: AppServices): Promise<number> {
	const client = serverClient(services)
	invariantData(await client.rpc('order_payment_reads', { p_limit: 200 }))
	invariantData(await client.rpc('settle_payments', { p_limit: 200 }))
	invariantData(await client.rpc('tidy_payments', { p_limit: 500 }))
	return 0
}

/** Compares the books with everything; what differs is an alert, and reported. */
export async function checkMoney(services: AppServices): Promise<number> {
	const found = invariantData(await call(serverClient(services), 'check_money', z.array(z.unknown()), {}))
	if (found.length > 0) services.report(new Error(`the books differ: ${JSON.stringify(found).slice(0, 1000)}`))
	return 0
}
