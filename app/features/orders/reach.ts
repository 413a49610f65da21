/** Businesses around a place that do what is asked for. */
export type Reached = { count: number; radius: number; place: string }

/** The reach of a search order in words, while it is filled in; empty while it is not known. */
export function reachText(reached: Reached | null): string {
	if (!reached) return ''
	const { count, radius } = reached
	if (count === 0)
		return `Im Umkreis von ${radius} km macht das hier noch niemand. Mit einem größeren Umkreis vielleicht.`
	if (count === 1) return `Ein Betrieb im Umkreis von ${radius} km macht das.`
	return `${count > 20 ? 'Etwa ' : ''}${count} Betriebe im Umkreis von ${radius} km machen das.`
}
