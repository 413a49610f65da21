import { isUuid } from '#app/lib/uuid.ts'
import { ROOMS } from './rooms.ts'

const BETWEEN = '_'

/** The columns that an address asks for, as one word: ids of people, ROOMS, or "" for everybody; undefined where it says nothing. */
export function askedWhose(query: URLSearchParams): string | undefined {
	return query.has('person') ? cleanWhose(query.getAll('person').join(BETWEEN)) : undefined
}

/** The same without anything that is no id, each once. */
export function cleanWhose(word: string): string {
	return word === ROOMS ? ROOMS : joinWhose(peopleIn(word))
}

/** The ids of people in such a word. */
export function peopleIn(word: string): string[] {
	return [...new Set(word.split(BETWEEN))].filter((id) => isUuid(id))
}

export function joinWhose(ids: string[]): string {
	return ids.join(BETWEEN)
}
