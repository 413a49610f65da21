import { totalOf } from '#app/features/booking/offer.ts'
import { testNote } from '#app/features/services/test-before.ts'
import { wayNote } from '#app/features/services/booking-way.ts'
import { whenText } from '#app/features/services/day-price.ts'
import type { DayPrice } from '#app/features/services/day-prices.contracts.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { priceText } from '#app/lib/money.ts'
import type { ListedTest, ServiceRow } from './listing.queries.server.ts'

type Employee = { id: string; name: string; title: string; position: number }
type Place = {
	services: ServiceRow[]
	employees: Employee[]
	service_addons: { addon_id: string; service_id: string }[]
	service_tests: ListedTest[]
	/** What is paid when a service is booked, in words; nothing where that is on site. */
	terms?: Map<string, string>
}

/** What the page lists under one heading. `variants` are those of a family, which is listed once. */
export type ListedService = Listed & { variants?: Listed[] }
type Listed = ReturnType<typeof toService> & { dayPrices: ReturnType<typeof dayPricesOf> }
export type ServiceGroup = { id: string; name: string; services: ListedService[] }

/**
 * The services of a location under their headings: those of the business in the order of their first services, then the categories.
 * A family of variants is one entry, at the place of its first variant, with the lowest price. @param today local date of the location
 */
export function groupServices(place: Place, dayPrices: DayPrice[], today: string): ServiceGroup[] {
	const headings = new Map<string, ServiceGroup & { position: number }>()
	for (const row of place.services.toSorted((one, other) => one.position - other.position)) {
		const { id, name, position, parent_id } = row.categories
		const key = row.heading ? `h-${row.heading}` : String(id)
		const group = headings.get(key) ?? {
			...{ id: row.heading ? `h${headings.size}` : key, name: row.heading || name, services: [] },
			position: row.heading ? -1 : (parent_id ?? id) * 1000 + position,
		}
		const service = { ...toService(row, place), dayPrices: dayPricesOf(row.id, dayPrices, today) }
		const family = row.family && group.services.find((other) => other.family === row.family)
		if (family) addVariant(family, service)
		else group.services.push(service)
		headings.set(key, group)
	}
	return [...headings.values()].sort((one, other) => one.position - other.position)
}

function addVariant(family: ListedService, service: Listed): void {
	const variants = [...(family.variants ?? [{ ...family }]), service]
	const prices = variants.map(({ priceCents }) => priceCents)
	const minutes = variants.map((one) => one.minutes)
	const [least, most] = [Math.min(...minutes), Math.max(...minutes)]
	const priceCents = Math.min(...prices)
	const priceFrom = variants.some((one) => one.priceFrom || one.priceCents !== priceCents)
	Object.assign(family, {
		...{ variants, priceCents, priceFrom, price: priceText(priceCents, priceFrom) },
		name: service.family,
		duration: least === most ? formatMinutes(least) : `${formatMinutes(least)} bis ${formatMinutes(most)}`,
		byPhone: variants.every((one) => one.byPhone),
		...{ way: undefined, test: undefined },
		dayPrices: [],
	})
}

function dayPricesOf(service: string, prices: DayPrice[], today: string) {
	return prices
		.filter(({ service_id }) => service_id === service)
		.map((price) => ({
			...{ id: price.id, when: whenText(price, today), struckCents: price.struck_cents },
			price: priceText(price.price_cents, price.dearer),
		}))
}

function toService(
	row: ServiceRow,
	{ services: rows, employees, service_addons: addons, service_tests: tests, terms }: Place,
) {
	const { id, name, description, family, variant } = row
	const service = { id, name, description, category: '', categoryId: 0, minutes: row.duration_minutes }
	const skills = row.employee_services.map((own) => ({
		...{ employeeId: own.employee_id, serviceId: id },
		...{ minutes: null, cents: own.price_cents },
	}))
	const services = [{ ...service, cents: row.price_cents, from: row.price_from || (row.day_percent ?? 0) > 0 }]
	const { cents, from } = totalOf({ services: [id] }, { services, employees, skills })
	const fitting = addons.filter(({ addon_id }) => addon_id === id).map(({ service_id }) => service_id)
	const need = tests.find(({ service_id }) => service_id === id)
	const test = rows.find((other) => other.id === need?.test_service_id)
	return {
		...{ id, name, description, family, variant, priceCents: cents, priceFrom: from },
		/** What it costs by itself, and who performs it at which price and in which time of their own, by their place in the list of people. */
		...{
			ownCents: row.price_cents,
			ownFrom: row.price_from || (row.day_percent ?? 0) > 0,
			by: bySkill(row, employees),
		},
		minutes: row.duration_minutes,
		duration: formatMinutes(row.duration_minutes),
		price: priceText(cents, from),
		byPhone: row.booking_way === 'phone',
		way: [wayNote(row), terms?.get(id)].filter(Boolean).join(' · ') || undefined,
		test: need && test && testNote({ name: test.name, hours: need.hours }),
		/** The names of the services that an add-on goes with. */
		addonTo: row.addon
			? [...new Set(rows.filter((other) => fitting.includes(other.id)).map((other) => other.family || other.name))]
			: undefined,
	}
}

function bySkill(
	row: ServiceRow,
	employees: Employee[],
): [person: number, cents: number | null, minutes: number | null][] {
	return row.employee_services.flatMap((own) => {
		const person = employees.findIndex(({ id }) => id === own.employee_id)
		return person < 0 ? [] : [[person, own.price_cents, own.duration_minutes]]
	})
}
