import { afterAll, beforeAll, beforeEach } from 'vitest'
import { at, type Caller, openSalon, type Salon, type Visit } from './salon.ts'

export type Conflict = { id: string; starts_at: string; code: string; against: { reasons: object[] }[] }
export type Moved = { moved: { id: string; was: string; now: string }[]; conflicts: Conflict[] }
export type Changed = { changed: string[]; conflicts: Conflict[] }

/** A salon for the tests of a file; each has weeks of its own, from the day `first` on. */
export function startWeekly() {
	const world = { salon: undefined as unknown as Salon, first: 0 }
	beforeAll(async () => {
		world.salon = await openSalon(24)
	})
	afterAll(() => world.salon.close())
	beforeEach(() => void (world.first += 40))
	return Object.assign(world, {
		series: (count = 3, changes: object = {}, email = `rosa-${world.first}@example.org`) =>
			makeWeekly(world.salon, world.first, count, changes, email),
		move: (appointment: string, changes: object, who?: Caller) => moveFollowing(world.salon, appointment, changes, who),
		edit: (id: string, changes: Record<string, unknown>, who?: Caller) => editFollowing(world.salon, id, changes, who),
	})
}

/** A weekly series of Anna's at 10:00, so many days from today on; the ids of its appointments. */
export async function makeWeekly(salon: Salon, first: number, count: number, changes: object, email: string) {
	const made = await salon.call<{ visits: Visit[] }>(salon.user.manager, 'create_series', {
		...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, weeks: 1, count },
		...{ starts_at: at(first, '10:00'), contact: { name: 'Rosa Regel', email, phone: '' }, ...changes },
	})
	return made.visits.map(({ id }) => id)
}

/** Moves an appointment and the later ones, and tells it. */
export const moveFollowing = (salon: Salon, appointment: string, changes: object, who?: Caller) =>
	salon.call<Moved>(who ?? salon.user.manager, 'move_following', { appointment, notify: 'always', ...changes })

/** Changes an appointment and the later ones, as it is now. */
export async function editFollowing(salon: Salon, id: string, changes: Record<string, unknown>, who?: Caller) {
	const [row] = await salon.sql`select updated_at::text as version from public.appointments where id = ${id}`
	const args: Record<string, unknown> = { appointment: id, ...row, ...changes }
	const keys = Object.keys(args)
	// The driver would cut an instant to milliseconds.
	const cast: Record<string, string> = { version: '::text::timestamptz', later_versions: '::text[]::timestamptz[]' }
	const list = keys.map((key, index) => `p_${key} => $${index + 1}${cast[key] ?? ''}`)
	const [answer] = await salon.run(
		who ?? salon.user.manager,
		`select public.change_following(${list.join(', ')}) as answer`,
		keys.map((key) => args[key]),
	)
	return answer?.answer as Changed
}

/** All mails to an address, in the order in which they were queued. */
export const mailsTo = (salon: Salon, recipient: string) =>
	salon.sql<
		{ kind: string; state: string; last_error: string; payload: Record<string, unknown> }[]
	>`select kind, state, last_error, payload from public.messages where recipient = ${recipient} order by created_at, id`
