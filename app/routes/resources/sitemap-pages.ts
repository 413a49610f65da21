import { servicesContext } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import { urlSet, xmlResponse } from '#app/lib/sitemap.ts'
import type { Route } from './+types/sitemap-pages.ts'

const PAGES = [
	...[paths.home(), paths.listings(), paths.categories(), paths.business(), paths.faq(), paths.contact()],
	...[paths.createOrder(), paths.searchOrders()],
	...[paths.businessTerms(), paths.processingAgreement()],
	...[
		paths.imprint(),
		paths.dataProtection(),
		paths.terms(),
		paths.sources(),
		paths.ranking(),
		paths.reviewRules(),
		paths.accessibility(),
		paths.withdrawal(),
		paths.bookingLinks(),
	],
]

/** The pages that exist whatever the data. */
export function loader({ context }: Route.LoaderArgs): Response {
	const { siteUrl } = context.get(servicesContext)
	return xmlResponse(urlSet(PAGES.map((path) => ({ address: `${siteUrl}${path}` }))))
}
