import type { ServicePackage } from '#app/features/services/packages.server.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice, priceText } from '#app/lib/money.ts'

type Part = { id: string; name: string; minutes: number; priceCents: number; priceFrom: boolean; byPhone: boolean }

/** The packages of which all services can be booked online, in finished words. */
export function listPackages(packages: ServicePackage[], services: Part[]) {
	return packages.flatMap(({ id, name, description, cents, services: ids }) => {
		const parts = ids.map((one) => services.find((service) => service.id === one && !service.byPhone))
		const known = parts.filter((part) => part !== undefined)
		if (known.length < ids.length) return []
		const single = known.reduce((sum, part) => sum + part.priceCents, 0)
		return [
			{
				...{ id, name, description, services: ids, price: priceText(cents) },
				parts: known.map((part) => part.name).join(' + '),
				duration: formatMinutes(known.reduce((sum, part) => sum + part.minutes, 0)),
				// Only where it is true for everybody who performs them.
				single: single > cents && !known.some((part) => part.priceFrom) ? formatPrice(single) : undefined,
			},
		]
	})
}
