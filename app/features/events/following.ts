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

/** What speaks against changing single ones of a series; each can be left out. */
export type FollowingQuestion = {
	dates: { id: string; label: string; sentences: string[]; leave: boolean }[]
	/** Those that were left out before. */
	left: string[]
	/** What was seen of the later ones by now, for the field of `SEEN_LATER`. */
	seen: string
}

/** The field with the later ones that the page has shown, and their versions. */
export const SEEN_LATER = 'gesehen'
/** The field with an event to leave out. */
export const LEFT_OUT = 'auslassen'

export const seenText = (later: Sibling[]): string =>
	JSON.stringify(later.map(({ id, updated_at }) => [id, updated_at]))

/** The ids and versions of such a text; what cannot be read was not seen. */
export function readSeenLater(text: string): { ids: string[]; versions: string[] } {
	let read: unknown
	try {
		read = JSON.parse(text)
	} catch {
		read = []
	}
	const pairs = (Array.isArray(read) ? read : []).filter(isPair)
	return { ids: pairs.map(([id]) => id), versions: pairs.map(([, version]) => version) }
}

const isPair = (one: unknown): one is [string, string] =>
	Array.isArray(one) &&
	one.length === 2 &&
	/^[0-9a-f-]{36}$/.test(String(one[0])) &&
	!Number.isNaN(Date.parse(String(one[1])))
