import { failures } from './errors.ts'

/** The type for bytes that browsers do not interpret. */
export const OPAQUE = 'application/octet-stream'

/**
 * Types that files are stored and sent with unless the settings name others. None of them runs in a page: types that a browser
 * could run from a page of the same origin (HTML, XML, scripts, styles) become text.
 */
export const DEFAULT_TYPES: readonly string[] = [
	OPAQUE,
	...['jpeg', 'png', 'webp', 'avif', 'gif', 'svg+xml', 'heic', 'tiff', 'bmp'].map((name) => `image/${name}`),
	...['mpeg', 'mp4', 'ogg', 'opus', 'wav', 'webm', 'aac', 'flac'].map((name) => `audio/${name}`),
	...['mp4', 'mpeg', 'ogg', 'webm', 'quicktime'].map((name) => `video/${name}`),
	...['ttf', 'otf', 'woff', 'woff2'].map((name) => `font/${name}`),
	...['plain', 'csv', 'markdown', 'calendar', 'vcard'].map((name) => `text/${name}`),
	...['json', 'pdf', 'rtf', 'zip', 'gzip', 'msword', 'vnd.ms-excel'].map((name) => `application/${name}`),
	...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
		(name) => `application/vnd.openxmlformats-officedocument.${name}`,
	),
]

const TEXT = 'text/plain'
const ALIASES = new Map([
	['image/jpg', 'image/jpeg'],
	['text/html', TEXT],
	['application/xhtml+xml', TEXT],
	['text/xml', TEXT],
	['application/xml', TEXT],
	['text/javascript', TEXT],
	['application/javascript', TEXT],
	['text/css', TEXT],
])

type Picture = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif'

/** Number of bytes that `pictureTypeOf` looks at. */
export const PICTURE_HEAD_BYTES = 32

/** `type/subtype` in lower case without parameters; undefined when it is not a media type (RFC 9110, 8.3.1). */
export function essenceOf(given: string): string | undefined {
	const [first = ''] = given.split(';', 1)
	const type = first.trim().toLowerCase()
	return type.length <= 127 && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : undefined
}

/** The type in `allowed` to use for the given type; `OPAQUE` when there is none. */
export function safeType(given: unknown, allowed: readonly string[] = DEFAULT_TYPES): string {
	const type = typeof given === 'string' ? essenceOf(given) : undefined
	if (type === undefined || allowed.includes(type)) return type ?? OPAQUE
	const alias = ALIASES.get(type)
	return alias !== undefined && allowed.includes(alias) ? alias : OPAQUE
}

/** The type to store a file with, given its first bytes: it counts as a picture only when the bytes are of that type. */
export function typeOfFile(given: unknown, head: Uint8Array, allowed?: readonly string[]): string {
	const type = safeType(given, allowed)
	return !isPicture(type) || pictureTypeOf(head) === type ? type : OPAQUE
}

/** Pictures that browsers show without running any code. */
export function isPicture(type: string): type is Picture {
	return SIGNATURES.some(([picture]) => picture === type)
}

// Bytes at the start of a file; a dot stands for any byte.
const SIGNATURES: [Picture, string][] = [
	['image/jpeg', '\xff\xd8\xff'],
	['image/png', '\x89PNG\r\n\x1a\n'],
	['image/gif', 'GIF87a'],
	['image/gif', 'GIF89a'],
	['image/webp', 'RIFF....WEBPVP8'],
	['image/avif', '....ftypavif'],
	['image/avif', '....ftypavis'],
]

/** The type of picture that starts with these bytes. */
export function pictureTypeOf(head: Uint8Array): Picture | undefined {
	const text = Buffer.from(head.subarray(0, PICTURE_HEAD_BYTES)).toString('latin1')
	const fits = (signature: string): boolean =>
		signature.split('').every((one, at) => (one === '.' ? at < text.length : one === text[at]))
	return SIGNATURES.find(([, signature]) => fits(signature))?.[0]
}

/**
 * Checks a type against those that a bucket accepts.
 * @param allowed such as `image/png`, `image/*` or all of them; null or an empty list accepts all.
 * @returns the type without parameters.
 * @throws StorageError for a type that is malformed or not accepted.
 */
export function checkType(allowed: readonly string[] | null, given: string): string {
	const type = essenceOf(given)
	if (type === undefined) throw failures.invalidMime(given.slice(0, 127))
	if (!allowed || allowed.length === 0) return type
	const fits = allowed.some(
		(one) => one === '*/*' || one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
	)
	if (!fits) throw failures.invalidMime(type)
	return type
}
