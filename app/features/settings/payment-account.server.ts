import { data } from 'react-router'
import { z } from 'zod'
import { syncAccounts } from '#app/features/payments/accounts.server.ts'
import { openAccountOf } from '#app/features/payments/connecting.server.ts'
import { redirectToProvider } from '#app/features/payments/leaving.server.ts'
import { nameOf, submitPlain } from '#app/features/shell/commands.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { PaymentAccount } from './payment-account.tsx'
import { requirementWords } from './requirement-words.ts'

/** The account by which a company is paid, or with which it was last. */
export async function loadPaymentAccount(client: Client, company: string): Promise<PaymentAccount | undefined> {
	const accounts = invariantData(
		await client
			.from('payment_accounts')
			.select('provider, state, test, requirements')
			.eq('company_id', company)
			.order('created_at')
			.limit(10),
	)
	const used = accounts.find(({ state }) => state === 'active') ?? accounts.findLast(({ state }) => state !== 'none')
	if (!used) return undefined
	const provider = used.provider === 'stripe' ? 'stripe' : 'test'
	return { ...used, provider, requirements: requirementWords(used.requirements) }
}

/** Asks the provider how the account stands, when its page leads back; what the address says is not believed. */
export async function comeBack(services: AppServices, company: string): Promise<void> {
	await syncAccounts(services, company)
}

/** Turns online payments of a company on or off; for owners. With a provider that asks for data it leads to the provider's page. */
export async function changeAccount(
	services: AppServices,
	client: Client,
	company: string,
	back: string,
	form: FormData,
) {
	if (textOf(form, 'intent') !== 'connect')
		return submitPlain(form, back, () => client.rpc('disconnect_account', { p_company: company }))
	if (services.payments !== 'stripe')
		return submitPlain(form, back, () => client.rpc('connect_account', { p_company: company }))
	const refuse = (message: string, status: number) =>
		data(
			{ form: nameOf(form), reply: parseForm(form, { schema: z.object({}) }).reply({ formErrors: [message] }) },
			{ status },
		)
	const { error } = await client.rpc('connect_account', { p_company: company })
	if (error) return refuse(errorMessage(error), 400)
	try {
		const page = await openAccountOf(services, company)
		if (page) return redirectToProvider(services, page)
	} catch (fault) {
		services.report(fault)
	}
	return refuse('Stripe antwortet nicht. Bitte versuchen Sie es gleich noch einmal.', 502)
}
