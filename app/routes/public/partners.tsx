import { Programme } from '#app/features/partners/programme.tsx'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/partners.ts'

/** With a code the address is that of a partner's link. */
export function loader({ url }: Route.LoaderArgs): null {
	const code = url.searchParams.get('code')
	if (code) throw redirect(paths.partnerLink(code))
	return null
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function PartnersPage() {
	return <Programme />
}
