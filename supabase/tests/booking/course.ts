import { randomUUID } from 'node:crypto'
import { accepted, at, type Caller, CONTACT, hashOf, type Salon, type Visit } from './salon.ts'

export type Event = { id: string; seats: number; starts_at: string; cancelled_at: string | null; series: string | null }

/** Makes an event of Anna's with three seats at 18:00, so many days from today. */
export const makeCourse = (salon: Salon, day: number, changes: Record<string, unknown> = {}, who?: Caller) =>
	salon.call<Event>(who ?? salon.user.manager, 'create_event', {
		...{
			location: salon.ids.location,
			service: salon.ids.cut,
			employee: salon.ids.anna,
			title: 'Flechtkurs',
			seats: 3,
		},
		...{ starts_at: at(day, '18:00'), ends_at: at(day, '19:30'), price_cents: 2500 },
		...changes,
	})

/** A series of courses of Anna's, so many days after one another, at 18:00; their ids. */
export async function makeCourses(
	salon: Salon,
	first: number,
	{ count = 3, step = 7, ...changes }: { count?: number; step?: number } & Record<string, unknown> = {},
) {
	const series = randomUUID()
	const made: Event[] = []
	for (let turn = 0; turn < count; turn++)
		made.push(await makeCourse(salon, first + turn * step, { series, ...changes }))
	return made.map(({ id }) => id)
}

/** Changes an event as its form does: it sends everything, most of it as it was. */
export const changeEvent = (salon: Salon, id: string, changes: Record<string, unknown>, who?: Caller) =>
	sendEvent<Event>(salon, 'change_event', id, changes, who)

type Conflict = { event_id: string; starts_at: string; code: string; against: unknown[]; least: number | null }
export type ChangedCourses = { changed: string[]; conflicts: Conflict[] }

/** The same with the later ones of its series. */
export const changeFollowing = (salon: Salon, id: string, changes: Record<string, unknown>, who?: Caller) =>
	sendEvent<ChangedCourses>(salon, 'change_following_events', id, changes, who)

async function sendEvent<Answer>(
	salon: Salon,
	verb: string,
	id: string,
	changes: Record<string, unknown>,
	who?: Caller,
): Promise<Answer> {
	const [row] =
		await salon.sql`select employee_id as employee, resource_id as resource, title, description, seats, price_cents,
		starts_at, ends_at, notice_minutes, cancellation_hours, updated_at::text as version from public.events where id = ${id}`
	const args: Record<string, unknown> = { event: id, ...row, ...changes }
	const keys = Object.keys(args)
	// The driver would cut an instant to milliseconds.
	const cast: Record<string, string> = { version: '::text::timestamptz', later_versions: '::text[]::timestamptz[]' }
	const list = keys.map((key, index) => `p_${key} => $${index + 1}${cast[key] ?? ''}`)
	const [answer] = await salon.run(
		who ?? salon.user.manager,
		`select to_jsonb(answer) as answer from public.${verb}(${list.join(', ')}) answer`,
		keys.map((key) => args[key]),
	)
	return answer?.answer as Answer
}

/** A guest's hold of seats with a secret of its own. */
export async function holdSeats(salon: Salon, event: string, seats = 1, now?: string) {
	const secret = randomUUID()
	const visit = await salon.call('anon', 'hold_seats', { event, seats, secret_hash: hashOf(secret) }, now)
	return { secret, visit: accepted(visit) }
}

/** Confirms a hold with an address of its own. */
export const confirmSeats = (salon: Salon, held: { secret: string; visit: Visit }, now?: string) =>
	salon.call(
		'anon',
		'confirm_appointment',
		{
			...{ appointment: held.visit.id, secret: held.secret },
			contact: { ...CONTACT, email: `${held.visit.id}@example.org` },
		},
		now,
	)

type Asking = { seats?: number; email: string; phone?: string; who?: Caller; now?: string | undefined; from?: string }

/** Asks for a place on the waiting list; the secret is the one in the mail. */
export async function askForPlace(
	salon: Salon,
	event: string,
	{ seats = 1, email, phone, who = 'anon', now, from }: Asking,
) {
	const contact = { name: 'Wanda Wartet', email, ...(phone ? { phone } : {}) }
	const answer = await salon.call<string>(who, 'wait_for_event', { event, seats, contact }, now, from)
	const [row] = await salon.sql`select id, internal.wait_secret(id) as secret from public.event_waits
		where event_id = ${event} and email = ${email} order by created_at desc limit 1`
	return { answer, contact, id: String(row?.id), secret: String(row?.secret) }
}

/** Confirms the address of a place, as the page behind the mail's link does. */
export const confirmPlace = (salon: Salon, place: { id: string; secret: string }, now?: string, from?: string) =>
	salon.call('anon', 'confirm_event_wait', { wait: place.id, secret: place.secret }, now, from)
