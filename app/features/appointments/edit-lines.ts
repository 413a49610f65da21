import { eurosOf } from '#app/features/services/price.ts'
import { minutesOf, type Line } from './appointment.ts'

/**
 * A line of the form that changes an appointment, as typed; `origin` is the position it had, "" for a new one; `room` the room or
 * device, "" for any that is free.
 */
export type TypedLine = {
	origin: string
	service: string
	person: string
	minutes: string
	price: string
	room: string
}

const FIELDS = ['origin', 'service', 'person', 'minutes', 'price', 'room'] as const

/** The stored lines as the form shows them. */
export function typedLines(lines: Line[]): TypedLine[] {
	return lines
		.toSorted((one, other) => one.position - other.position)
		.map((line) => ({
			...{ origin: String(line.position), service: line.service_id, person: line.employee_id },
			...{ minutes: String(minutesOf(line)), price: eurosOf(line.price_cents) },
			room: line.resource_id ?? '',
		}))
}

/** The lines that a form holds; those without a service are left out. */
export function readLines(form: FormData): TypedLine[] {
	const [origins = [], ...others] = FIELDS.map((name) => form.getAll(name).map(String))
	return origins
		.map((origin, index) => {
			const [service = '', person = '', minutes = '', price = '', room = ''] = others.map((values) =>
				values[index]?.trim(),
			)
			return { origin, service, person, minutes, price, room }
		})
		.filter(({ service }) => service !== '')
}

/** The lines as one text, which is merged as a whole when two people save. */
export const linesText = (lines: TypedLine[]): string =>
	JSON.stringify(lines.map((line) => FIELDS.map((name) => line[name])))

/** The lines of such a text; none when it cannot be read. */
export function linesOfText(text: unknown): TypedLine[] {
	try {
		const rows: unknown = JSON.parse(typeof text === 'string' ? text : '[]')
		return (Array.isArray(rows) ? rows : [])
			.filter(isRow)
			.map(([origin, service, person, minutes, price, room = '']) => ({
				...{ origin, service, person, minutes, price, room },
			}))
	} catch {
		return []
	}
}

type Row = [string, string, string, string, string, string?]
/** Pages that were open before there was a room send none. */
const isRow = (row: unknown): row is Row =>
	Array.isArray(row) &&
	(row.length === FIELDS.length || row.length === FIELDS.length - 1) &&
	row.every((part) => typeof part === 'string')

/** What is wrong with a line, in one sentence; undefined when nothing is. */
export function lineFault({ minutes, price }: TypedLine): string | undefined {
	if (minutes && !(/^\d{1,4}$/.test(minutes) && Number(minutes) >= 5 && Number(minutes) <= 1440))
		return `Als Dauer geht eine Zahl von 5 bis 1440 Minuten, nicht „${minutes}“.`
	if (price && !(/^\d{1,6}(,\d{1,2})?$/.test(price) && Number(price.replace(',', '.')) <= 100_000))
		return `Als Preis geht ein Betrag bis 100.000 Euro, zum Beispiel 45,00, nicht „${price}“.`
	return undefined
}

/**
 * A line whose service or person was changed, without the length and price that nobody touched: they are then those of the new
 * service, except that the agreed price stays for another person. A room that nobody touched may change when it is not free.
 */
export function settledLine(typed: TypedLine, stored: TypedLine | undefined): TypedLine {
	if (!stored) return typed
	const other = typed.service !== stored.service
	const untouched = { minutes: typed.minutes === stored.minutes, price: typed.price === stored.price }
	return {
		...typed,
		minutes: untouched.minutes && (other || typed.person !== stored.person) ? '' : typed.minutes,
		price: untouched.price && other ? '' : typed.price,
		room: other || typed.room === stored.room ? '' : typed.room,
	}
}
