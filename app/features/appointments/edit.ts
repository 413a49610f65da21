import { FOLLOWING } from '#app/lib/following.ts'

/** In the address of an appointment: its form is open. */
export const EDITING = 'bearbeiten'

/** In the address of an appointment: its form was saved, and this becomes of the mail about it. */
export const CHANGED = 'geaendert'

/** The address with neither of them, nor how many were saved together. */
export function shownOnly(url: URL): string {
	const query = new URLSearchParams(url.search)
	for (const name of [EDITING, CHANGED, FOLLOWING]) query.delete(name)
	return `${url.pathname}${query.size > 0 ? `?${query}` : ''}`
}
