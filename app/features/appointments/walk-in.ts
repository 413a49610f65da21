/** Stands for the name of a walk-in who has not given one. */
export const WALK_IN = 'Laufkundschaft'

/**
 * The shortest of the services that make up at least a tenth of the bookings, or the shortest of all if nothing has been booked
 * yet.
 * @param booked the service of each booked line
 */
export function shortestUsual(
	services: { id: string; duration_minutes: number }[],
	booked: string[],
): string | undefined {
	const counts = new Map<string, number>()
	for (const id of booked) counts.set(id, (counts.get(id) ?? 0) + 1)
	const usual = services.filter(({ id }) => (counts.get(id) ?? 0) >= booked.length / 10)
	const among = usual.length > 0 ? usual : services
	return among.toSorted((one, other) => one.duration_minutes - other.duration_minutes)[0]?.id
}
