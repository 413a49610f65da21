import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { OfferedEvent } from './offered.ts'
import { groupEvents } from './schema-org-events.ts'

type Props = {
	event: OfferedEvent
	location: { name: string; slug: string; street: string; postal_code: string; city: string }
}

/** Canonical address, description and structured data of a group event. */
export function EventHead({ event, location }: Props) {
	const address = useAddress()
	const addressOf = (id: string): string => address(paths.listingEvent(location.slug, id))
	const description = event.description || `${event.title} bei ${location.name} in ${location.city}: Plätze und Preis.`
	return (
		<>
			<meta name="description" content={description.slice(0, 300)} />
			<link rel="canonical" href={addressOf(event.id)} />
			<JsonLd data={import.meta.env.SSR ? groupEvents({ ...location, events: [event] }, addressOf) : undefined} />
		</>
	)
}
