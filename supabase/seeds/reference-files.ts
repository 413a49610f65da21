/** `data/cities.json`; a postal code without a name or position has those of its city. */
export type CityFile = {
	cities: [
		id: number,
		name: string,
		slug: string,
		state: string,
		latitude: number,
		longitude: number,
		population: number,
	][]
	districts: [id: number, cityId: number, name: string, slug: string, latitude: number, longitude: number][]
	postalCodes: [code: string, cityId: number, name?: string | null, latitude?: number, longitude?: number][]
}

/** `data/holidays.json`; states are codes separated by spaces, or `*` for all. */
export type HolidayFile = [date: string, name: string, states: string][]

/** A typical service of a category; durations in minutes, prices in cents with VAT. */
export type ServiceTemplate = {
	name: string
	minutes: number
	priceCents: number
	bufferAfterMinutes?: number
	/** The employee is free for others from `startMinute` on, for `minutes`. */
	processing?: { startMinute: number; minutes: number }
}

/** The fields of categories of both levels. */
export type CategoryFields = {
	id: number
	slug: string
	name: string
	synonyms: string[]
	icon: string
	description: string
	hue: number
	/** § 203 StGB: no service names in messages. */
	secret: boolean
	/** Whether a right of withdrawal exists; not for dated leisure services (§ 312g (2) no. 9 BGB). */
	withdrawal: boolean
}

/** `data/categories.json`: parents in display order with their children in display order. */
export type CategoryFile = (CategoryFields & { children: (CategoryFields & { templates: ServiceTemplate[] })[] })[]
