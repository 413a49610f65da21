import { createRandom } from '../demo/random.ts'

/** The requested size and shape of a large data set. The same wish gives the same rows on every machine. */
export type LargeWish = {
	seed: string
	/** The present time of the calendars, in minutes since 1970. */
	present: number
	locations: number
	employees: number
	services: number
	appointments: number
	/** Number of coming days with bookings; the past goes back as far as the number of appointments requires. */
	days: number
	/** Share of the working time that is booked today. */
	fill: number
	/** Whether all coming days are equally full; otherwise they thin out, as calendars do. */
	steady: boolean
}

/** The share of each location in a wish: sums are exact, single numbers vary like those of real businesses. */
export type Shares = { employees: Uint16Array; services: Uint16Array; appointments: Uint32Array }

/** @throws Error when a location would have no employee or no service. */
export function sharesOf({ seed, locations, employees, services, appointments }: LargeWish): Shares {
	if (employees < locations || services < locations)
		throw new Error('Jeder Standort braucht mindestens einen Mitarbeiter und eine Leistung.')
	const staff = spread(`${seed} employees`, locations, employees)
	const shares = {
		employees: Uint16Array.from(staff),
		services: Uint16Array.from(spread(`${seed} services`, locations, services)),
		appointments: new Uint32Array(locations),
	}
	let people = 0
	for (const [index, count] of staff.entries()) {
		const before = Math.floor((people / employees) * appointments)
		people += count
		shares.appointments[index] = Math.floor((people / employees) * appointments) - before
	}
	return shares
}

/** Numbers of at least 1 with this sum; of two neighbours, one is above the average by as much as the other is below. */
function spread(seed: string, places: number, sum: number): number[] {
	const random = createRandom(seed)
	const even = Array.from(
		{ length: places },
		(_, index) => Math.floor(((index + 1) * sum) / places) - Math.floor((index * sum) / places),
	)
	for (let index = 0; index + 1 < places; index += 2) {
		const [one = 1, other = 1] = [even[index], even[index + 1]]
		const most = Math.ceil((Math.min(one, other) - 1) * 0.7)
		const shift = random.between(-most, most)
		even[index] = one + shift
		even[index + 1] = other - shift
	}
	return even
}
