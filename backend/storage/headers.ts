import { isPicture } from './content-type.ts'

const LOCKED = "default-src 'none'; sandbox"
// Without its style-src, a drawing within a page loses its own styles in some browsers.
const LOCKED_DRAWING = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const MAX_NAME_CHARACTERS = 200

/**
 * Completes every answer of the service, errors included: no browser guesses another type, runs any part of it, or opens it as a page,
 * unless it is `inline`, as pictures are.
 */
export function locked(response: Response): Response {
	const { headers } = response
	headers.set('x-content-type-options', 'nosniff')
	headers.set('content-security-policy', headers.get('content-type') === 'image/svg+xml' ? LOCKED_DRAWING : LOCKED)
	if (!headers.has('content-disposition')) headers.set('content-disposition', 'attachment')
	return response
}

/**
 * How to show a file of this type: a picture in the browser, anything else as a download.
 * @param asked the name requested for the download; empty for the object's own name.
 */
export function disposition(objectName: string, type: string, asked: string | null): string {
	const own = objectName.split('/').at(-1) ?? ''
	const kind = asked === null && isPicture(type) ? 'inline' : 'attachment'
	const name = fileName(decodeAgain(asked ?? '')) || fileName(own)
	const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
	return `${kind}; filename*=UTF-8''${encoded}`
}

/** The file name without folders, and without characters that control a terminal or change the reading direction. */
function fileName(given: string): string {
	const plain = given.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
	const last = plain.split(/[\\/]/).at(-1) ?? ''
	return last.trim().replace(/^\.+/, '').slice(0, MAX_NAME_CHARACTERS).toWellFormed()
}

/** The client encodes this parameter twice. */
function decodeAgain(name: string): string {
	try {
		return decodeURIComponent(name)
	} catch {
		return name
	}
}
