/** A course of a series, by time. */
export type Sibling = {
	id: string
	starts_at: string
	ends_at: string
	updated_at: string
	cancelled_at: string | null
}

/** The later ones of a series that take place: those that are changed and cancelled with it. */
export function laterOf(event: { id: string; starts_at: string }, series: Sibling[]): Sibling[] {
	return series.filter(
		({ id, starts_at, cancelled_at }) =>
			id !== event.id && !cancelled_at && Date.parse(starts_at) >= Date.parse(event.starts_at),
	)
}
