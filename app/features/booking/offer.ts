import { ANYONE, type Choice, type Step } from './choice.ts'

export type Service = {
	id: string
	name: string
	description: string
	minutes: number
	cents: number
	/** Whether the price is only the lowest possible one. */
	from: boolean
	category: string
	/** What is particular about the way it is booked. */
	way?: string
	categoryId: number
	/** What the variants of one service are called together, and this one among them. */
	family?: string
	variant?: string
	/** Whether what it costs depends on when it begins, too. */
	dayPriced?: boolean
	/** A test that has to be over so many hours before. */
	test?: { id: string; name: string; hours: number }
	/** Of an add-on: the services that it goes with. */
	addonTo?: string[]
}
export type Employee = { id: string; name: string; title: string }
/** Who performs what; their own duration or price replaces the service's. */
export type Skill = { employeeId: string; serviceId: string; minutes: number | null; cents: number | null }
/** Services in this order, sold as one at this price. */
export type Package = { id: string; name: string; services: string[]; cents: number }
export type Offer = { services: Service[]; employees: Employee[]; skills: Skill[]; packages?: Package[] }

/** The package that consists of exactly these services in this order; the cheapest, as in the database (30_setup/19_packages). */
export function packageOf(services: string[], { packages = [] }: Pick<Offer, 'packages'>): Package | undefined {
	return packages
		.filter((one) => one.services.join() === services.join())
		.toSorted((one, other) => one.cents - other.cents)[0]
}

/** The employees who can perform all of these services. */
export function employeesFor(services: string[], { employees, skills }: Offer): Employee[] {
	return employees.filter((employee) =>
		services.every((id) => skills.some((skill) => skill.employeeId === employee.id && skill.serviceId === id)),
	)
}

/** The choice without what this location does not have: unknown services, employees who can't do them. Whoever has not chosen a person gets anyone. */
export function possibleChoice(choice: Choice, offer: Offer): Choice {
	const services = choice.services.filter((id) => offer.services.some((service) => service.id === id))
	const able = employeesFor(services, offer)
	const known = able.some((employee) => employee.id === choice.employee)
	return { ...choice, services, employee: known ? choice.employee : services.length > 0 ? ANYONE : undefined }
}

/** The chosen add-ons that go with none of the other chosen services. */
export function addonsAlone(chosen: string[], { services }: Offer): Service[] {
	return services.filter(
		({ id, addonTo }) => addonTo && chosen.includes(id) && !addonTo.some((one) => chosen.includes(one)),
	)
}

/** The first step whose answer is missing, or the one the visitor went back to. */
export function stepOf(choice: Choice): Step {
	if (choice.services.length === 0) return 'service'
	if (choice.step === 'service') return 'service'
	return choice.start && choice.hold && choice.step !== 'time' ? 'contact' : 'time'
}

type Total = {
	/** Euro cents. */
	cents: number
	minutes: number
	/** Whether it may cost more: somebody charges more, or a price is itself only the lowest possible. */
	from: boolean
}

/**
 * Price and duration of the chosen services: exact for one employee, the least that can be booked for anyone. Where nobody performs
 * all of them, a chain of people does, each at their own price.
 */
export function totalOf(choice: Pick<Choice, 'services' | 'employee'>, offer: Offer): Total {
	const sold = packageOf(choice.services, offer)
	const total = sumOf(choice, offer)
	return sold ? { ...total, cents: sold.cents, from: false } : total
}

function sumOf({ services, employee }: Pick<Choice, 'services' | 'employee'>, offer: Offer): Total {
	const able = employeesFor(services, offer)
	if (able.length === 0 && services.length > 1) {
		const parts = services.map((id) => totalOf({ services: [id] }, offer))
		return {
			cents: parts.reduce((sum, part) => sum + part.cents, 0),
			minutes: parts.reduce((sum, part) => sum + part.minutes, 0),
			from: parts.some((part) => part.from),
		}
	}
	const chosen = able.filter(({ id }) => id === employee)
	const candidates = (chosen.length > 0 ? chosen : able).map(({ id }) => totalBy(id, services, offer))
	const totals = candidates.length > 0 ? candidates : [totalBy(undefined, services, offer)]
	const cents = Math.min(...totals.map((total) => total.cents))
	return {
		cents,
		minutes: Math.min(...totals.map((total) => total.minutes)),
		from:
			offer.services.some((service) => service.from && services.includes(service.id)) ||
			totals.some((total) => total.cents !== cents),
	}
}

function totalBy(employeeId: string | undefined, services: string[], offer: Offer): { cents: number; minutes: number } {
	let cents = 0
	let minutes = 0
	for (const id of services) {
		const service = offer.services.find((one) => one.id === id)
		const skill = offer.skills.find((one) => one.serviceId === id && one.employeeId === employeeId)
		cents += skill?.cents ?? service?.cents ?? 0
		minutes += skill?.minutes ?? service?.minutes ?? 0
	}
	return { cents, minutes }
}
