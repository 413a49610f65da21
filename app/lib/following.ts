/** "Auch die 3 folgenden der Serie" */
export const followingLabel = (count: number): string =>
	count === 1 ? 'Auch den folgenden der Serie' : `Auch die ${count} folgenden der Serie`

/** What speaks against doing something with single ones of a series; each can be left out. */
export type FollowingQuestion = {
	/** `leave`: left out unless somebody says otherwise; `unusual`: can be done all the same. */
	dates: { id: string; label: string; sentences: string[]; leave: boolean; unusual?: boolean }[]
	/** Those that were left out, and insisted on, before. */
	left: string[]
	anyway: string[]
	/** What was seen of the later ones by now, for the field of `SEEN_LATER`. */
	seen: string
}

/** "An 2 Tagen spricht etwas dagegen. …" */
export const questionText = ({ dates }: FollowingQuestion): string =>
	`${dates.length === 1 ? 'An einem Tag' : `An ${dates.length} Tagen`} spricht etwas dagegen. Bitte entscheiden Sie, was ausgelassen wird, und senden Sie noch einmal.`

/** " Einen hat jemand seither geändert; er bleibt." Nothing for none. */
export const changedSinceText = (left: number, done: 'geändert' | 'verschoben'): string =>
	left === 0
		? ''
		: ` ${left === 1 ? 'Einen' : left} hat jemand seither ${done}; ${left === 1 ? 'er bleibt' : 'sie bleiben'}.`

/** Why a step is not taken back. */
export const CHANGED_SINCE = 'Seither hat jemand noch einmal geändert; alles bleibt, wie es ist.'

/** The field of the box that does it with the later ones as well. */
export const FOLLOWING = 'folgende'
/** The field with the later ones that the page has shown, and their versions. */
export const SEEN_LATER = 'folgende-gesehen'
/** The field with one to leave out, and the one with those about which it was asked whether they are unusual. */
export const LEFT_OUT = 'auslassen'
export const ASKED_ABOUT = 'gefragt'

export const seenText = (later: { id: string; updated_at: string }[]): string =>
	JSON.stringify(later.map(({ id, updated_at }) => [id, updated_at]))

/** What a form says of the later ones: which were seen, as which version, which are left out, and which are done although they are unusual. */
export function readFollowing(form: FormData) {
	const texts = (name: string): string[] => form.getAll(name).map(String).filter(isId)
	const left = texts(LEFT_OUT)
	const pairs = pairsOf(form.get(SEEN_LATER))
	return {
		wanted: form.get(FOLLOWING) === 'ja',
		later: pairs.map(([id]) => id),
		versions: pairs.map(([, version]) => version),
		left,
		anyway: texts(ASKED_ABOUT).filter((id) => !left.includes(id)),
	}
}

/** What cannot be read was not seen. */
function pairsOf(text: unknown): [string, string][] {
	try {
		const read: unknown = JSON.parse(typeof text === 'string' ? text : '[]')
		return (Array.isArray(read) ? read : []).filter(isPair)
	} catch {
		return []
	}
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const isPair = (one: unknown): one is [string, string] =>
	Array.isArray(one) && one.length === 2 && isId(String(one[0])) && !Number.isNaN(Date.parse(String(one[1])))
