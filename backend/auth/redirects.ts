import type { BackendSettings } from '../context.ts'

/** The address that a link redirects to: the wanted one if its origin is the site's or an allowed one, otherwise the site. */
export function safeRedirect(settings: BackendSettings, wanted: string | null | undefined): string {
	if (!wanted) return settings.siteUrl
	const target = parse(wanted)
	if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return settings.siteUrl
	const allowed = [settings.siteUrl, ...settings.redirectAllowList].map((entry) => parse(entry)?.origin)
	return allowed.includes(target.origin) ? target.href : settings.siteUrl
}

/** Adds parameters to an address, after `?` or `#` as given; an existing fragment is replaced. */
export function withParams(
	address: string,
	{ query = {}, fragment }: { query?: Record<string, string>; fragment?: Record<string, string> },
): string {
	const url = new URL(address)
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
	if (fragment) url.hash = new URLSearchParams(fragment).toString()
	return url.href
}

function parse(address: string): URL | undefined {
	try {
		return new URL(address)
	} catch {
		return undefined
	}
}
