import { useMemo } from 'react'
import { ListingCard } from '#app/features/catalogue/listing-card.tsx'
import { PreviewContext } from '#app/features/listing/book-link.tsx'
import { loadListingPreview } from '#app/features/listing/listing.queries.server.ts'
import { Listing } from '#app/features/listing/listing.tsx'
import { PreviewBar } from '#app/features/listing/preview-bar.tsx'
import { isFirst } from '#app/features/setup/setup-access.server.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Route } from './+types/preview.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const member = await requireMember(context, request)
	const location = member.locations.find(({ id }) => id === params.id)
	invariantResponse(location)
	if (location.state === 'published') throw redirect(paths.listing(location.slug))
	const input = { client: member.client, services: context.get(servicesContext), now: new Date() }
	return {
		data: await loadListingPreview(input, location.id),
		back: isFirst(member) ? adminPaths.setup('online') : adminPaths.location(location.id),
	}
}

/** The page of a location as customers will see it, before it is published; for members only. */
export default function PreviewPage({ loaderData: { data, back } }: Route.ComponentProps) {
	const similar = useMemo(
		() => data.similar.map((card) => <ListingCard key={card.id} card={card} upright plain />),
		[data],
	)
	return (
		<PreviewContext value>
			<title>{`Vorschau: ${data.name} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<PreviewBar back={back} />
			<Listing data={data} similar={similar} team={null} />
		</PreviewContext>
	)
}
