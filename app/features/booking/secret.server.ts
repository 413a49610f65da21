import { createHash, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { paths } from '#app/lib/paths.ts'
import { readId } from './choice.ts'

/*
 * Secrets open a hold or a booking without an account. They travel in the link of a mail and then only in cookies that scripts
 * can't read and that are sent to the pages of this one location or booking. Browsers match cookie paths at slashes, and
 * client navigation asks for `<path>.data`; so a cookie for a page is set for both.
 */
const HOLD = 'zeitplatz-hold'
const DRAFT = 'zeitplatz-contact'
const BOOKING = 'zeitplatz-booking'
const LAST = 'zeitplatz-last'
const LATEST = 'zeitplatz-held'
const SECRET = /^[\w-]{20,100}$/
const DAY = 24 * 60 * 60
const HOUR = 60 * 60
// A cookie holds 4 KB with its name; a long note with many non-Latin letters may need more than one.
const CHUNK = 3500
const CHUNKS = 3

export type HeldBy = { secret: string; appointment?: string }
/** Contact data as typed, correct or not. */
export type Draft = { name: string; email: string; phone: string; note: string; for_name?: string }

/** A new secret: 32 random bytes. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret: hex SHA-256. */
export function hashOf(secret: string): string {
	return createHash('sha256').update(secret).digest('hex')
}

/** A secret as it may come in a link or cookie, or nothing. */
export function readSecret(value: unknown): string | undefined {
	return typeof value === 'string' && SECRET.test(value) ? value : undefined
}

/** The secret of this browser for a location, and the hold it was last used for. */
export function readHeldBy(request: Request): HeldBy | undefined {
	const [secret, appointment] = (cookieOf(request, HOLD) ?? '').split('.')
	return readSecret(secret) ? { secret: String(secret), appointment: readId(appointment) } : undefined
}

/** @param key id or slug as it stands in the address */
export function heldByCookie({ secret, appointment }: HeldBy, key: string): string {
	return cookie(HOLD, `${secret}.${appointment ?? ''}`, listingPath(key), DAY)
}

/**
 * The time that this browser has chosen last, at whichever business. It is sent with choices at all of them, so that the next one
 * gives it back. Lives as long as a hold can.
 */
export function latestCookie({ secret, appointment }: HeldBy): string {
	return cookie(LATEST, `${secret}.${appointment ?? ''}`, paths.listings(), HOUR)
}

/** The time chosen last, as long as it may still be held. */
export function readLatest(request: Request): Required<HeldBy> | undefined {
	const [secret, id] = (cookieOf(request, LATEST) ?? '').split('.')
	const appointment = readId(id)
	return readSecret(secret) && appointment ? { secret: String(secret), appointment } : undefined
}

/** The contact data typed before the time had to be changed. */
export function readDraft(request: Request): Draft | undefined {
	const text = Array.from({ length: CHUNKS }, (_, index) => cookieOf(request, `${DRAFT}-${index}`) ?? '').join('')
	if (!text) return undefined
	try {
		const packed = Buffer.from(text, 'base64url')
		const draft = JSON.parse(inflateRawSync(packed, { maxOutputLength: 40_000 }).toString()) as Partial<Draft>
		const field = (value: unknown): string => (typeof value === 'string' ? value : '')
		const contact = { name: field(draft.name), email: field(draft.email), phone: field(draft.phone) }
		return { ...contact, note: field(draft.note), for_name: field(draft.for_name) }
	} catch {
		return undefined
	}
}

/** Keeps the draft for an hour, in this browser only; undefined clears it. */
export function draftCookies(draft: Draft | undefined, key: string): string[] {
	const text = draft ? deflateRawSync(JSON.stringify(draft)).toString('base64url') : ''
	return Array.from({ length: CHUNKS }, (_, index) => {
		const part = text.slice(index * CHUNK, (index + 1) * CHUNK)
		return cookie(`${DRAFT}-${index}`, part, listingPath(key), part ? 3600 : 0)
	})
}

/** The secret that opens a booking in this browser. */
export function readBookingSecret(request: Request): string | undefined {
	return readSecret(cookieOf(request, BOOKING))
}

/** @param path the page that needs the secret, for example `/booking/{id}` */
export function bookingCookies(secret: string, path: string, seconds = 30 * DAY): string[] {
	return [path, `${path}.data`].map((scope) => cookie(BOOKING, secret, scope, seconds))
}

const SUCCESS = paths.bookingSuccess()

/** What opens a booking that has just been made here: its page, and the page that follows, which also knows it without its id. */
export function madeCookies(by: HeldBy | undefined, id: string): string[] {
	const opening = by ? [paths.booking(id), SUCCESS].flatMap((path) => bookingCookies(by.secret, path)) : []
	const over = cookie(LATEST, '', paths.listings(), 0)
	return [...opening, over, ...[SUCCESS, `${SUCCESS}.data`].map((scope) => cookie(LAST, id, scope, 30 * DAY))]
}

/** The id of the booking that was made last in this browser. */
export function readLastBooking(request: Request): string | undefined {
	return readId(cookieOf(request, LAST))
}

function listingPath(key: string): string {
	return `/listings/${encodeURIComponent(key)}`
}

function cookieOf(request: Request, name: string): string | undefined {
	const header = request.headers.get('cookie') ?? ''
	return header
		.split(/; */)
		.find((pair) => pair.startsWith(`${name}=`))
		?.slice(name.length + 1)
}

function cookie(name: string, value: string, path: string, seconds: number): string {
	return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
}
