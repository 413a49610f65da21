import { THEIRS } from '#app/lib/form.ts'

/** What a form holds, as text by the name of its field; several values of one name as a list. A box that is not ticked is "". */
export type Typed = Record<string, string | string[]>

type Merged = {
	/** The form with the stored value wherever the person has changed nothing; it brings back what is stored now. */
	form: FormData
	/** Fields that the person and somebody else have both changed, each to something else. */
	conflicts: string[]
}

/** The name of the hidden field that brings back what the form showed. */
export const SHOWN = 'shown'

/** The name of the answer to a conflict about a field: whether what is stored stays. */
export const theirsOf = (name: string): string => `${THEIRS}${name}`
const TAKEN = 'ja'

/**
 * Joins what somebody typed with what others have stored since the form was shown. Fields that `stored` does not name stay as typed; where a
 * conflict was answered for what is stored, that counts.
 */
export function mergeEdit(form: FormData, stored: Typed): Merged {
	const shown = readShown(form, stored)
	const merged = new FormData()
	for (const [name, value] of form) if (!(name in stored) && !name.startsWith(THEIRS)) merged.append(name, value)
	const conflicts: string[] = []
	for (const [name, now] of Object.entries(stored)) {
		const typed = textsOf(form.getAll(name).filter((value) => typeof value === 'string'))
		const before = textsOf(shown[name] ?? [])
		const touched = !same(typed, before) && form.get(theirsOf(name)) !== TAKEN
		if (touched && !same(textsOf(now), before) && !same(textsOf(now), typed)) conflicts.push(name)
		for (const value of touched ? typed : textsOf(now)) merged.append(name, value)
	}
	merged.set(SHOWN, JSON.stringify(stored))
	return { form: merged, conflicts }
}

/** What the form showed; without that, or when it cannot be read, as if nobody had changed anything since. */
function readShown(form: FormData, stored: Typed): Typed {
	const text = form.get(SHOWN)
	try {
		const shown: unknown = typeof text === 'string' ? JSON.parse(text) : null
		return isTyped(shown) ? shown : stored
	} catch {
		return stored
	}
}

function isTyped(value: unknown): value is Typed {
	const isText = (one: unknown): boolean => typeof one === 'string'
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		Object.values(value).every((one) => isText(one) || (Array.isArray(one) && one.every(isText)))
	)
}

/** Browsers send line breaks as CR LF; nothing typed and no field are the same. */
const textsOf = (value: string | string[]): string[] =>
	(Array.isArray(value) ? value : [value]).map((text) => text.replaceAll('\r\n', '\n')).filter(Boolean)

/** Words for boxes: a stored "on" is yes. */
export const ticksInWords =
	(...names: string[]) =>
	(name: string, text: string): string | undefined =>
		names.includes(name) ? (text === 'on' ? 'ja' : 'nein') : undefined

const same = (one: string[], other: string[]): boolean =>
	one.length === other.length && one.toSorted().every((text, index) => text === other.toSorted()[index])
