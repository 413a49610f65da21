import { type HoursRow, openingHoursSpecification } from './hours.ts'

/** The schema.org type of a business by the slug of its main category. */
const TYPES: Record<string, string> = {
	friseur: 'HairSalon',
	barbershop: 'HairSalon',
	kosmetik: 'BeautySalon',
	nagelstudio: 'NailSalon',
	massage: 'HealthAndBeautyBusiness',
	'wellness-spa': 'DaySpa',
	physiotherapie: 'Physiotherapy',
	'tattoo-piercing': 'TattooParlor',
	gesundheit: 'MedicalBusiness',
	fitness: 'ExerciseGym',
	fahrradwerkstatt: 'BikeStore',
	autowerkstatt: 'AutoRepair',
	beratung: 'ProfessionalService',
	'augenbrauen-wimpern': 'BeautySalon',
	haarentfernung: 'HealthAndBeautyBusiness',
}

type Input = {
	name: string
	description: string
	url: string
	bookingUrl: string
	images: string[]
	street: string
	postalCode: string
	city: string
	latitude: number | null
	longitude: number | null
	phone: string
	category: string | undefined
	rating: { average: number; count: number } | null
	services: { name: string; description: string; priceCents: number; priceFrom: boolean; byPhone: boolean }[]
	hours: HoursRow[]
}

/** schema.org data of a business with its services, prices, hours and rating. */
export function localBusiness(input: Input): object {
	const { latitude, longitude, rating } = input
	return {
		'@context': 'https://schema.org',
		'@type': TYPES[input.category ?? ''] ?? 'LocalBusiness',
		'@id': input.url,
		name: input.name,
		url: input.url,
		...(input.description ? { description: input.description } : {}),
		...(input.images.length ? { image: input.images } : {}),
		...(input.phone ? { telephone: input.phone } : {}),
		address: {
			'@type': 'PostalAddress',
			streetAddress: input.street,
			postalCode: input.postalCode,
			addressLocality: input.city,
			addressCountry: 'DE',
		},
		...(latitude !== null && longitude !== null ? { geo: { '@type': 'GeoCoordinates', latitude, longitude } } : {}),
		...(input.hours.length ? { openingHoursSpecification: openingHoursSpecification(input.hours) } : {}),
		...(rating
			? {
					aggregateRating: {
						'@type': 'AggregateRating',
						ratingValue: rating.average,
						reviewCount: rating.count,
						bestRating: 5,
						worstRating: 1,
					},
				}
			: {}),
		makesOffer: input.services.slice(0, 50).map((service) => ({
			'@type': 'Offer',
			priceCurrency: 'EUR',
			...(service.priceFrom
				? {
						priceSpecification: {
							'@type': 'PriceSpecification',
							minPrice: euros(service.priceCents),
							priceCurrency: 'EUR',
						},
					}
				: { price: euros(service.priceCents) }),
			availability: `https://schema.org/${service.byPhone ? 'InStoreOnly' : 'InStock'}`,
			itemOffered: {
				'@type': 'Service',
				name: service.name,
				...(service.description ? { description: service.description } : {}),
			},
		})),
		potentialAction: { '@type': 'ReserveAction', target: input.bookingUrl },
	}
}

function euros(cents: number): string {
	return (cents / 100).toFixed(2)
}
