/** Name of the field in which a move says where the mover has seen what they move: `standing` or `spanStanding`, several by `;`. */
export const SEEN = 'gesehen'

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

/** Where an appointment stands, as `internal.standing` writes it (supabase/schemas/50_booking/49_seen.sql). @param people ids, in the order of the lines */
export function standing(start: string, people: string[]): string {
	return [seconds(start), ...people].join(' ')
}

/** The same of an appointment with its lines in any order. */
export function appointmentStanding(visit: {
	starts_at: string
	lines: { position: number; employee_id: string }[]
}): string {
	const lines = visit.lines.toSorted((one, other) => one.position - other.position)
	return standing(
		visit.starts_at,
		lines.map(({ employee_id }) => employee_id),
	)
}

/** The same of blocked time, or of one line of an appointment. @param taker the id of the person, or of the room or device; "" for none */
export function spanStanding(start: string, end: string, taker: string): string {
	return [seconds(start), seconds(end), taker].join(' ')
}

/** What such a text says: instants (ISO 8601), an end only in the second kind, and the ids of who or what is taken. */
export function readStanding(text: string): { start: string; end?: string; takers: string[] } {
	const [start = '', ...rest] = text.split(' ')
	const end = /^\d+$/.test(rest[0] ?? '') ? rest.shift() : undefined
	return { start: instant(start), ...(end && { end: instant(end) }), takers: rest }
}

const instant = (second: string): string => new Date(Number(second) * 1000).toISOString()

/** What a form says to have seen; undefined when it says nothing. */
export function readSeen(form: FormData): string[] | undefined {
	const value = form.get(SEEN)
	return typeof value === 'string' && value !== '' ? value.split(';').slice(0, 20) : undefined
}
