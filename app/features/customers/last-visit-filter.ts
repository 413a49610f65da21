import { addDays, HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { instantOf } from '#app/lib/wall-time.ts'

/** Here since a day, or not any more. */
export const LAST_WAYS = { seit: 'seit', vor: 'vor' } as const
type LastWay = keyof typeof LAST_WAYS

/** `text` is a number of days until today, which moves with it, or a date, as YYYY-MM-DD; "" for no filter. `typed` where it cannot be read. */
export type LastVisitFilter = { way: LastWay; text: string; typed?: string; fault?: string }

const NONE: LastVisitFilter = { way: 'vor', text: '' }

/** Reads the filter from the address: `da` is the way, `tag` what was typed, "90" or "1.5.2026". */
export function readLastVisit(query: URLSearchParams): LastVisitFilter {
	const way = query.get('da') === 'seit' ? 'seit' : 'vor'
	const typed = (query.get('tag') ?? '').trim().slice(0, 40)
	const days = /^(\d{1,3})(?:\s*(?:tage?n?|t))?$/i.exec(typed)?.[1]
	if (days) return { way, text: String(Number(days)) }
	const { value, fault } = readDate(typed, localDate(new Date(), HOME_ZONE), 'nearest')
	if (fault)
		return { ...NONE, way, typed, fault: `${fault.replace(/ an\.$/, '')} an, oder eine Zahl von Tagen bis 999.` }
	return value ? { way, text: value } : NONE
}

/** The filter as the address has it. */
export const lastVisitQuery = ({ way, text }: LastVisitFilter) => (text ? { da: way, tag: text } : {})

/** What stands in the field. */
export const lastVisitText = ({ text, typed }: LastVisitFilter): string =>
	typed ?? (text.includes('-') ? dateText(text) : text)

/** The filter in the form that `list_customers` expects; days begin at midnight of the zone. */
export function lastVisitWish({ way, text }: LastVisitFilter, zone: string, now: Date) {
	if (!text) return {}
	const day = text.includes('-') ? text : addDays(localDate(now, zone), -Number(text))
	const at = instantOf(`${day}T00:00`, zone) ?? undefined
	return way === 'seit' ? { p_last_from: at } : { p_last_to: at }
}
