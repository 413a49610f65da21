import { AgreementDocument } from '#app/features/legal/agreement.tsx'
import { openAgreement } from '#app/features/legal/agreements.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/agb-unternehmen.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => openAgreement(context, url, 'business_terms')

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function AgbUnternehmen({ loaderData }: Route.ComponentProps) {
	return <AgreementDocument {...loaderData} />
}
