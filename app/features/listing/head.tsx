import { useRouteLoaderData } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import type { loader } from '#app/root.tsx'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { ListingData } from './listing.queries.server.ts'
import { groupEvents } from '#app/features/events/schema-org-events.ts'
import { localBusiness } from './schema-org.ts'

/** Title, description, canonical address, Open Graph and structured data of a location. */
export function ListingHead({ data }: { data: ListingData }) {
	const address = useAddress()
	const storage = useRouteLoaderData<typeof loader>('root')?.services.supabaseUrl ?? ''
	const url = address(paths.listing(data.slug))
	const what = data.mainCategory?.name ?? 'Termine'
	const title = `${data.name}, ${what} in ${data.city}`
	const description = `${data.name} in ${data.city}: Leistungen, Preise${data.rating ? ', Bewertungen' : ''} und freie Zeiten. Ohne Konto online buchen.`
	const images = data.images
		.slice(0, 3)
		.map((image) => `${storage}/storage/v1/object/public/location-images/${image.path}`)
	return (
		<>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="description" content={description} />
			<link rel="canonical" href={url} />
			<meta property="og:title" content={title} />
			<meta property="og:description" content={description} />
			<meta property="og:type" content="website" />
			<meta property="og:locale" content="de_DE" />
			<meta property="og:url" content={url} />
			{images[0] ? <meta property="og:image" content={images[0]} /> : null}
			<JsonLd
				data={
					import.meta.env.SSR
						? localBusiness({
								...{
									name: data.name,
									description: data.description,
									url,
									images,
									street: data.street,
									city: data.city,
								},
								...{ postalCode: data.postal_code, latitude: data.latitude, longitude: data.longitude },
								...{ phone: data.phone, category: data.mainCategory?.slug, rating: data.rating, hours: data.hours },
								bookingUrl: address(paths.listingBooking(data.slug)),
								services: data.services,
							})
						: undefined
				}
			/>
			{data.events.length > 0 ? (
				<JsonLd
					data={
						import.meta.env.SSR
							? groupEvents(data, (event) => address(paths.listingEvent(data.slug, event)))
							: undefined
					}
				/>
			) : null}
		</>
	)
}
