import { type Offer, totalOf } from '#app/features/booking/offer.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { priceText } from '#app/lib/money.ts'
import type { ListedService } from './service-groups.ts'

type Service = Pick<
	ListedService,
	'id' | 'name' | 'family' | 'variant' | 'minutes' | 'ownCents' | 'ownFrom' | 'by' | 'price' | 'duration'
>
type Place = { services: Service[]; employees: { id: string }[]; bundles: { services: string[]; cents: number }[] }

/** Id of the form in which services are chosen; buttons elsewhere on the page send it. */
export const VISIT = 'besuch'

/** The services that are chosen on the page, with price and duration of all together: the least that can be booked. */
export function visitOf(chosen: string[], { services, employees, bundles }: Place) {
	const offer: Offer = {
		employees: employees.map(({ id }) => ({ id, name: '', title: '' })),
		packages: bundles.map((bundle, index) => ({ id: String(index), name: '', ...bundle })),
		services: services.map(({ id, name, minutes, ownCents, ownFrom }) => ({
			...{ id, name, minutes, cents: ownCents, from: ownFrom },
			...{ description: '', category: '', categoryId: 0 },
		})),
		skills: services.flatMap(({ id, by }) =>
			by.map(([person, cents, minutes]) => ({
				...{ employeeId: employees[person]?.id ?? '', serviceId: id, cents, minutes },
			})),
		),
	}
	const lines = services.filter(({ id }) => chosen.includes(id))
	const { cents, minutes, from } = totalOf({ services: lines.map(({ id }) => id) }, offer)
	return {
		lines: lines.map(({ id, name, price, duration }) => ({ id, name, price, duration })),
		price: priceText(cents, from),
		duration: formatMinutes(minutes),
		count: lines.length === 1 ? '1 Leistung' : `${lines.length} Leistungen`,
	}
}
