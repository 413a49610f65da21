import { AgreementDocument } from '#app/features/legal/agreement.tsx'
import { openAgreement } from '#app/features/legal/agreements.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/partnerprogramm.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => openAgreement(context, url, 'partner_terms')

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function PartnerTerms({ loaderData }: Route.ComponentProps) {
	return <AgreementDocument {...loaderData} />
}
