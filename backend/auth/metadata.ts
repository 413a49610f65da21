import { AuthError } from './errors.ts'

/** Free-form data about a user, as JSON. */
export type Metadata = Record<string, unknown>

/**
 * Limits for the data that accounts enter about themselves: bytes of JSON and number of keys. The data is part of every
 * access token.
 */
export type MetadataBounds = { bytes: number; keys: number }

/** Hosted's rule: new values replace old ones, null removes a key. */
export function mergeMetadata(old: Metadata | null, changes: Metadata = {}): Metadata {
	return Object.fromEntries(
		Object.entries({ ...old, ...changes }).filter(([key, value]) => !(key in changes && value === null)),
	)
}

/** Refuses data beyond the limits. @throws AuthError 422 `user_data_too_large`. */
export function checkMetadata(bounds: MetadataBounds | undefined, data: Metadata): void {
	if (!bounds || isWithin(bounds, data)) return
	const message = `User data may have ${bounds.bytes} bytes of JSON and ${bounds.keys} keys at most`
	throw new AuthError(422, 'user_data_too_large', message)
}

/** Checks changed data like `checkMetadata`; data that an administrator has made larger may stay but not grow. */
export function checkChange(bounds: MetadataBounds | undefined, old: Metadata | null, changed: Metadata): void {
	if (bytesOf(changed) > bytesOf(old ?? {})) checkMetadata(bounds, changed)
}

/** Adds data from a sign-in service to the known data: as many of its fields as fit. */
export function fillUp(bounds: MetadataBounds | undefined, known: Metadata | null, told: Metadata): Metadata {
	let filled = known ?? {}
	for (const [key, value] of Object.entries(told)) {
		if (Object.hasOwn(filled, key)) continue
		const larger = { ...filled, [key]: value }
		if (!bounds || isWithin(bounds, larger)) filled = larger
	}
	return filled
}

/** Keeps the named texts, each cut to its number of characters, and drops everything else. */
export function shortTexts(data: Metadata | null, lengths: Record<string, number>): Metadata {
	return Object.fromEntries(
		Object.entries(lengths).flatMap(([key, length]) => {
			const value = data?.[key]
			return typeof value === 'string' ? [[key, Array.from(value).slice(0, length).join('')]] : []
		}),
	)
}

const isWithin = ({ bytes, keys }: MetadataBounds, data: Metadata): boolean =>
	Object.keys(data).length <= keys && bytesOf(data) <= bytes

const bytesOf = (data: Metadata): number => Buffer.byteLength(JSON.stringify(data))
