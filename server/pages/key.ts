import type { IncomingHttpHeaders } from 'node:http'

export type PageKey = {
	/** The same for all requests that get the same bytes. */
	key: string
	/** Path and search of the request that makes the page. */
	path: string
	/** Cookie header of that request: the theme, and the visitor's town where the page depends on it. */
	cookie: string
}

// Nothing below these is ever marked as public by its route; the list only spares the look-up. Partners' links (/p) are counted, and the request
// that makes a page does not say who sent it.
const NEVER =
	/^\/(admin|auth|profile|booking|booking-success|p|assets|builds|rest|storage|realtime|functions|dev|theme|healthz|readyz|__manifest)(\/|$)|\/booking$|\.[a-z0-9]+$/
const TRACKING = /^(utm_.*|fbclid|gclid|msclkid)$/
const LONGEST = 600
// Pages that name the town which the visitor asked to be remembered.
const BY_PLACE = new Set(['/', '/categories'])
const TOWN = /^[a-z0-9-]{1,80}$/
const OWN_COOKIE = /(?:^|;\s*)((?:__Host-)?zeitplatz-[^=]*|sb-[^=]*)=([^;]*)/g

/**
 * Which finished page may answer a request; undefined when none may: other methods, and visitors with any cookie of ours but the
 * theme, the town and the time chosen last, so with a session or a started booking there. Everything else of the request is left out of the page.
 */
export function pageKey(method: string | undefined, target: string, headers: IncomingHttpHeaders): PageKey | undefined {
	if ((method !== 'GET' && method !== 'HEAD') || target.length > LONGEST || headers.authorization) return undefined
	const at = target.indexOf('?')
	const pathname = at < 0 ? target : target.slice(0, at)
	if (NEVER.test(pathname) || !pathname.startsWith('/') || pathname.startsWith('//')) return undefined
	let dark = false
	let town = ''
	for (const [, name, value] of (headers.cookie ?? '').matchAll(OWN_COOKIE)) {
		// Only choosing another time asks for this one; no page shows it.
		if (name === 'zeitplatz-held') continue
		if (name === 'zeitplatz-ort') {
			if (BY_PLACE.has(pathname) && TOWN.test(value ?? '')) town = `zeitplatz-ort=${value}`
			continue
		}
		if (name !== 'zeitplatz-theme') return undefined
		dark = value === 'dark'
	}
	const path = `${pathname}${at < 0 ? '' : normalised(target.slice(at + 1))}`
	const cookie = [dark ? 'zeitplatz-theme=dark' : '', town].filter(Boolean).join('; ')
	return { key: [dark ? 'dark' : 'light', town, path].filter(Boolean).join(' '), path, cookie }
}

// Our pages ignore the order of parameters, and the parameters of advertisements altogether.
function normalised(search: string): string {
	const entries = [...new URLSearchParams(search)].filter(([name]) => !TRACKING.test(name))
	entries.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
	return entries.length ? `?${new URLSearchParams(entries)}` : ''
}
