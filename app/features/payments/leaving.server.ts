import type { AppServices } from '#app/lib/context.server.ts'
import { redirectAway, redirectDocument } from '#app/lib/redirect.ts'
import { stripePages } from './stripe/client.server.ts'

/** Where pages that begin a payment, or open an account with the provider, lead to beside this site. */
export function providerPages({ stripe }: Pick<AppServices, 'stripe'>): string[] {
	return stripe ? Object.values(stripePages(stripe)) : []
}

/** Leads to the provider's page, or to one of ours. @throws Error for any other address */
export function redirectToProvider(services: AppServices, address: string, headers?: Headers): Response {
	if (address.startsWith('/')) return redirectDocument(address, { status: 303, headers })
	if (!providerPages(services).includes(new URL(address).origin))
		throw new Error(`the provider leads to ${new URL(address).origin}`)
	return redirectAway(address, { status: 303, headers })
}

const PLACES: { path: RegExp; page: 'pay' | 'connect' }[] = [
	{ path: /^\/listings\/[^/]+\/booking$/, page: 'pay' },
	{ path: /^\/booking\/[^/]+\/zahlung$/, page: 'pay' },
	{ path: /^\/admin\/settings\/payments$/, page: 'connect' },
]

/** Where the forms of a page may lead to beside this site: browsers follow a form that is redirected only to what the page names. */
export function formTarget({ stripe }: Pick<AppServices, 'stripe'>, path: string): string | undefined {
	const place = stripe && PLACES.find((one) => one.path.test(path))
	return place && stripePages(stripe)[place.page]
}
