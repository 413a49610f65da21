import { isDate } from '#app/lib/calendar-date.ts'
import { type From, readFrom } from '#app/lib/origin.ts'
import { paths } from '#app/lib/paths.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** The choice of no particular person: anyone who can perform the services. */
export const ANYONE = 'any'

/** The steps of the booking, in order. */
export const STEPS = ['service', 'time', 'contact'] as const
export type Step = (typeof STEPS)[number]

/** What a visitor has chosen so far; all of it is in the address. */
export type Choice = {
	services: string[]
	/** An employee's id, ANYONE, or nothing chosen yet. */
	employee?: string
	/** Local date, YYYY-MM-DD. */
	day?: string
	/** Instant, ISO 8601 in UTC. */
	start?: string
	/** Id of the hold; the secret that opens it stays in a cookie. */
	hold?: string
	/** A step the visitor went back to. */
	step?: Step
	/** Who brought the person, see app/lib/origin.ts. */
	from?: From
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/
const MOST_SERVICES = 10

/** Reads the choice from a query or a form; values that make no sense count as not chosen. */
export function readChoice(values: Pick<URLSearchParams, 'get' | 'getAll'>): Choice {
	const services = values
		.getAll('service')
		.map((id) => readId(id))
		.filter((id) => id !== undefined)
	const employee = values.get('employee')
	const step = STEPS.find((one) => one === values.get('step'))
	const from = readFrom(values)
	return {
		services: [...new Set(services)].slice(0, MOST_SERVICES),
		employee: employee === ANYONE ? ANYONE : readId(employee),
		day: readDay(values.get('day')),
		start: readInstant(values.get('start')),
		hold: readId(values.get('hold')),
		...(step ? { step } : {}),
		...(from ? { from } : {}),
	}
}

/** The address for booking at a location, with this choice. */
export function choicePath(key: string, choice: Partial<Choice>): string {
	const { services, employee, day, start, hold, step, from } = choice
	return paths.listingBooking(key, { service: services, employee, day, start, hold, step, von: from })
}

/** A UUID in lower case, or nothing. */
export function readId(value: unknown): string | undefined {
	return typeof value === 'string' && isUuid(value.toLowerCase()) ? value.toLowerCase() : undefined
}

/** A date of the calendar as YYYY-MM-DD, or nothing. */
export function readDay(value: unknown): string | undefined {
	return isDate(value) ? value : undefined
}

/** An instant as ISO 8601 in UTC, or nothing. */
export function readInstant(value: unknown): string | undefined {
	if (typeof value !== 'string' || !INSTANT.test(value)) return undefined
	const date = new Date(value)
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
