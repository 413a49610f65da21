import { withdrawalTexts } from '#app/features/legal/withdrawal.ts'
import { formatTime } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { priceText, taxNote } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { ANY_DAY, ANY_HOUR, type Wanted, weekdaysOf } from '#app/lib/search-demand.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type Booking, isHold, isMovable, peopleOf, seatsPart } from './booking.ts'
import {
	type Bookable,
	findLocation,
	loadFirstStarts,
	loadLocation,
	type Location,
	wishOf,
} from './booking.queries.server.ts'
import { ANYONE, type Choice, choicePath, readChoice } from './choice.ts'
import type { HoldInfo } from './hold-clock.tsx'
import { employeesFor, packageOf, possibleChoice, totalOf } from './offer.ts'
import type { Person } from './people.tsx'
import type { ReviewData } from './review.tsx'
import type { SummaryData } from './summary.tsx'
import type { TestNeeded } from './tests-needed.tsx'
import { dueOf } from './payment.ts'
import { holdText, policyText } from './texts.ts'
import { asTime, formatPeriod, formatSoonPeriod, type TimeTable } from './times.ts'

export type Flow = Bookable & { choice: Choice; key: string }

/** The location of an address with the choice made so far. @param pathOf the page of the address @throws Response 404 for unknown locations, 301 for old addresses */
export async function openFlow(
	client: Client,
	key: string,
	url: URL,
	visiting: boolean,
	pathOf: (slug: string) => string = paths.listingBooking,
): Promise<Flow> {
	const found = await findLocation(client, key)
	invariantResponse(found)
	if (visiting && found.slug !== key) throw redirect(`${pathOf(found.slug)}${url.search}`, 301)
	const loaded = await loadLocation(client, found.id)
	invariantResponse(loaded)
	return { ...loaded, key, choice: possibleChoice(readChoice(url.searchParams), loaded.offer) }
}

/** Whether a hold is for what is chosen now. */
export function holdsChoice(booking: Booking, choice: Choice, location: Location): boolean {
	return (
		isHold(booking) &&
		booking.location.id === location.id &&
		booking.lines.map((line) => line.service_id).join() === choice.services.join()
	)
}

/** The data of the summary: exact once a time is held, before that the least that the choice will cost. */
export function summaryOf({ location, offer, choice }: Flow, now: Date, booking?: Booking): SummaryData {
	const tax = taxNote(location.companies)
	if (booking) {
		const lines = booking.lines.map((line) => ({
			...{ name: line.service_name, price: priceText(line.price_cents) },
			struckCents: line.struck_cents,
		}))
		return {
			...{ business: location.name, logo: location.logo_path, services: lines, tax },
			packageName: booking.package_name,
			person: peopleOf(booking.lines).join(', '),
			when: formatSoonPeriod(booking.starts_at, booking.ends_at, location.time_zone, now),
			duration: formatMinutes((Date.parse(booking.ends_at) - Date.parse(booking.starts_at)) / 60_000),
			total: priceText(booking.total_cents),
		}
	}
	const { cents, minutes, from } = totalOf(choice, offer)
	const named = (id: string): { name: string; price: string } => {
		const alone = totalOf({ ...choice, services: [id] }, offer)
		return { name: offer.services.find((one) => one.id === id)?.name ?? '', price: priceText(alone.cents, alone.from) }
	}
	const person = offer.employees.find((one) => one.id === choice.employee)?.name
	const sold = packageOf(choice.services, offer)
	const inPackage = choice.services.map((id) => ({ name: named(id).name, price: 'im Paket' }))
	return {
		...{
			business: location.name,
			logo: location.logo_path,
			services: sold ? inPackage : choice.services.map(named),
			tax,
		},
		packageName: sold?.name,
		person: person ?? (choice.employee === ANYONE ? 'Egal wer' : undefined),
		duration: formatMinutes(minutes),
		total: priceText(cents, from),
	}
}

/** The tests that the chosen services need before. */
export function testsOf({ offer, choice, key }: Flow): TestNeeded[] {
	return offer.services.flatMap(({ id, name, test }) => {
		if (!test || !choice.services.includes(id)) return []
		const online = offer.services.some((one) => one.id === test.id)
		const path = online ? choicePath(key, { services: [test.id], from: choice.from }) : undefined
		return [{ service: name, name: test.name, hours: test.hours, path }]
	})
}

/**
 * The people to choose from, each with their price for the chosen services (PAngV) and first free time; anyone comes first, with the
 * lowest price. Nobody where fewer than two can do everything.
 */
export async function loadPeople(client: Client, flow: Flow, now: Date): Promise<Person[]> {
	const { location, offer, choice } = flow
	const able = employeesFor(choice.services, offer)
	if (able.length < 2) return []
	const starts = await loadFirstStarts(client, wishOf(location.id, choice), able, location.time_zone, now)

	const priceWith = (employee: string): string => {
		const { cents, from } = totalOf({ services: choice.services, employee }, offer)
		return priceText(cents, from)
	}
	const first = (start: string | undefined) =>
		start ? asTime({ starts_at: start }, location.time_zone, now).label : ''
	const earliest = starts
		.filter((one) => one !== undefined)
		.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0]
	return [
		{ id: ANYONE, name: 'Egal wer', title: '', price: priceWith(ANYONE), first: first(earliest) },
		...able.map((one, index) => ({ ...one, price: priceWith(one.id), first: first(starts[index]) })),
	]
}

/** The data that § 312j BGB requires above the final button. */
export function reviewOf(booking: Booking, location: Location, now: Date, siteUrl: string): ReviewData {
	const zone = location.time_zone
	return {
		packageName: booking.package_name,
		lines: booking.lines.map((line) => ({
			name: line.service_name,
			details: `${formatTime(line.starts_at, zone)} Uhr, bei ${line.employee_name}${seatsPart(line)}`,
			price: priceText(line.price_cents),
			struckCents: line.struck_cents,
		})),
		when: formatPeriod(booking.starts_at, booking.ends_at, zone),
		business: location.name,
		address: `${location.street}, ${location.postal_code} ${location.city}`,
		legalName: booking.company.legal_name || booking.company.name,
		imprint: `${paths.listing(location.slug)}#impressum`,
		total: priceText(booking.total_cents),
		tax: taxNote(location.companies),
		policy: policyText(booking.cancellation_hours, booking.cancel_until, zone, now, isMovable(booking)),
		payment: booking.payment ? dueOf(booking.payment) : undefined,
		byHand: booking.location.confirms_by_hand,
		withdrawal: booking.withdrawal ? withdrawalTexts(siteUrl, booking.company) : undefined,
	}
}

/** How long the time is still kept. */
export function holdInfoOf(booking: Booking, now: Date): HoldInfo {
	const { hold_expires_at: expires, location } = booking
	if (!expires) {
		return { left: 0, text: 'Die Reservierung ist abgelaufen. Solange die Zeit frei ist, können Sie trotzdem buchen.' }
	}
	return { left: Date.parse(expires) - now.getTime(), text: holdText(expires, location.time_zone, now) }
}

/**
 * What the step of the times asked for, to be counted for the category of the first service; null where the location is in no known city.
 * @param day the local date that was asked for
 */
export function wantedOf(
	{ location, offer, choice }: Flow,
	{ days, groups, nextFree }: TimeTable,
	day?: string,
): Wanted | null {
	const service = offer.services.find(({ id }) => id === choice.services[0])
	if (!location.city_id || !service) return null
	const free = groups.length > 0 || (!day && (nextFree !== undefined || days.some((one) => one.free > 0)))
	return {
		...{ city: location.city_id, category: service.categoryId, found: free, hours: ANY_HOUR },
		weekdays: day ? weekdaysOf({ from: day, to: day }) : ANY_DAY,
	}
}

/** The way back to the times, without start and hold. */
export function timesPath(key: string, { services, employee, day, from }: Choice): string {
	return choicePath(key, { services, employee, day, from })
}
