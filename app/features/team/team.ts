/** How many of the appointments that prevent archiving a person are named. */
export const COMING_SHOWN = 3

/** Why a person cannot be archived yet. `times`: the next appointments in words; `all`: how many there are. */
export function comingSentence(times: string[], all: number): string {
	const more = all - times.length
	const rest = more > 0 ? ` und ${more} ${more === 1 ? 'weiterer' : 'weitere'}` : ''
	return `Hier sind noch Termine vereinbart: ${times.join('; ')}${rest}. Bitte verschieben oder sagen Sie sie zuerst ab.`
}
