import { type View, VIEWS } from './calendar.ts'
import { cleanWhose } from './whose.ts'

/** `person` is whose columns are shown (whose.ts). */
export type Shown = { view: View; day: string; person: string }

const COOKIE = 'zeitplatz-calendar-'
const NAMES = ['ansicht', 'tag', 'person']

/** Whether an address says what the calendar should show; otherwise it shows the same as last time. */
export function asksFor(query: URLSearchParams): boolean {
	return NAMES.some((name) => query.has(name))
}

/** What a location's calendar showed last in this browser; the day is remembered only on the same date. */
export function remembered(request: Request, location: string, today: string): Partial<Shown> {
	const cookies = request.headers.get('cookie') ?? ''
	const kept = new RegExp(`(?:^|; )${COOKIE}${location}=([a-z0-9._-]*)`).exec(cookies)?.[1]?.split('.') ?? []
	const [view, person, day, date] = kept
	const whose = cleanWhose(person ?? '')
	return {
		view: VIEWS.find((name) => name === view),
		...(whose && { person: whose }),
		...(date === today && /^\d{4}-\d\d-\d\d$/.test(day ?? '') && { day }),
	}
}

/** A Set-Cookie value that keeps it for a year. */
export function rememberingCookie(location: string, { view, day, person }: Shown, today: string): string {
	return `${COOKIE}${location}=${[view, person, day, today].join('.')}; Path=/admin; Max-Age=31536000; SameSite=Lax; HttpOnly`
}
