import { openAccountOf } from '#app/features/payments/connecting.server.ts'
import { syncAccounts } from '#app/features/payments/accounts.server.ts'
import { takeHook } from '#app/features/payments/hooks.server.ts'
import { beginPayment, readPayment, workOnCommands } from '#app/features/payments/payments.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { openSalon } from '../booking/salon.ts'
import { openTestServices } from '../services.ts'
import { signatureOf } from './stripe/events.ts'
import { startFakeStripe } from './stripe/server.ts'
import { money } from './world.ts'

/** The salon, which takes a deposit of 20 % through Stripe, or what tests have of it; and the server's own work, step by step. */
export async function openStripeSalon() {
	const salon = await openSalon()
	const [fake, backend] = await Promise.all([startFakeStripe(), openTestServices(salon.url)])
	const reported: unknown[] = []
	const services = {
		...{ supabase: backend.supabase, siteUrl: 'https://termine.example', payments: 'stripe', stripe: fake.settings },
		report: (error: unknown) => void reported.push(error),
	} as unknown as AppServices
	const { company, location } = salon.ids
	await salon.call('service_role', 'use_payment_provider', { provider: 'stripe' })
	const account = await salon.call<{ id: string }>(salon.user.owner, 'connect_account', { company })
	const page = String(await openAccountOf(services, company))
	const [ref = ''] = fake.state.accounts.keys()
	/** What the business does on Stripe's page. */
	const tell = (action: 'done' | 'later', address = page) =>
		fetch(address, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
	await tell('done')
	await syncAccounts(services, company)
	await salon.call(salon.user.manager, 'set_payment_rule', { location, mode: 'deposit', percent: 20 })
	const paid = money(salon)

	/** What Stripe sends, as it comes to the server; `body` and `signature` may be somebody else's. */
	const hook = (body: string, signature = signatureOf(body, fake.settings.webhookSecret)) =>
		takeHook(services, 'stripe', body, new Headers({ 'stripe-signature': signature }))
	const events = (id = ref) => fake.state.accounts.get(id)?.events ?? []
	return {
		...{ ...salon, ...paid, fake, services, reported, account: { ...account, ref }, tell, hook, events, page },
		client: serverClient(services),
		/** A booking whose customer stands before Stripe's page. */
		async begin(changes: Record<string, unknown> = {}) {
			const started = await paid.start(changes)
			const url = await beginPayment(services, started.payment)
			return { ...started, url: url ?? '' }
		},
		/** A booking that is paid at Stripe, and read. */
		async paidFor(changes: Record<string, unknown> = {}) {
			const started = await paid.start(changes)
			await beginPayment(services, started.payment)
			fake.payAs(started.payment)
			await readPayment(services, started.payment)
			return started
		},
		/** What a person does on Stripe's page of payment. */
		press: (url: string, action: string) =>
			fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' }),
		/** The outbox, until nothing is due. */
		async work() {
			while ((await workOnCommands(services)).some(({ outcome }) => outcome !== 'unknown'));
		},
		read: paid.read,
		alerts: async () =>
			(await salon.sql`select kind from public.money_alerts order by id`).map(({ kind }) => String(kind)),
		async close() {
			await backend.close()
			await fake.stop()
			await salon.close()
		},
	}
}
export type StripeSalon = Awaited<ReturnType<typeof openStripeSalon>>
