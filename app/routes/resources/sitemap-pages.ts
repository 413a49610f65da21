import { loadTrades } from '#app/features/business/usecases/usecases.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import { urlSet, xmlResponse } from '#app/lib/sitemap.ts'
import type { Route } from './+types/sitemap-pages.ts'

const PAGES = [
	...[
		paths.home(),
		paths.listings(),
		paths.categories(),
		paths.business(),
		paths.prices(),
		paths.usecases(),
		paths.demo(),
		paths.partners(),
		paths.faq(),
		paths.contact(),
	],
	...[paths.createOrder(), paths.alert(), paths.searchOrders()],
	...[paths.businessTerms(), paths.processingAgreement(), paths.partnerTerms()],
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

/** The pages that exist whatever businesses there are. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
	const services = context.get(servicesContext)
	const trades = (await loadTrades(services)).map(({ slug }) => paths.usecase(slug))
	return xmlResponse(urlSet([...PAGES, ...trades].map((path) => ({ address: `${services.siteUrl}${path}` }))))
}
