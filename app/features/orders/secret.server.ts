import { readSecret } from '#app/features/booking/secret.server.ts'
import { readId } from '#app/features/booking/choice.ts'
import { paths } from '#app/lib/paths.ts'

/** The draft of this browser: its id, and the secret that opens it. */
export type DraftKey = { id: string; secret: string }

const NAME = 'zeitplatz-order'
const PLACES = [paths.createOrder(), paths.thankYou()]
const DAYS = 2 * 24 * 60 * 60

/** The draft that this browser has begun, as its cookie says. */
export function readDraftKey(request: Request): DraftKey | undefined {
	const pair = (request.headers.get('cookie') ?? '').split(/; */).find((one) => one.startsWith(`${NAME}=`))
	const [id, secret] = pair?.slice(NAME.length + 1).split('.') ?? []
	const known = { id: readId(id), secret: readSecret(secret) }
	return known.id && known.secret ? { id: known.id, secret: known.secret } : undefined
}

/** Cookies that scripts cannot read, for the form and the page after it; undefined forgets the draft. @param places of another form: only those pages */
export function draftCookies(key: DraftKey | undefined, places = PLACES): string[] {
	const value = key ? `${key.id}.${key.secret}` : ''
	return places
		.flatMap((path) => [path, `${path}.data`])
		.map((path) => `${NAME}=${value}; Path=${path}; Max-Age=${key ? DAYS : 0}; HttpOnly; SameSite=Lax`)
}
