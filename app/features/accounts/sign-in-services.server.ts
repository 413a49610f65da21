import type { Provider } from '@supabase/supabase-js'
import type { RouterContextProvider } from 'react-router'
import { type AppServices, servicesContext } from '#app/lib/context.server.ts'
import { requestedPath } from '#app/lib/guard.ts'
import { keyHeaders } from '#app/lib/key-headers.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect, redirectAway } from '#app/lib/redirect.ts'
import { returnPath, withParam } from '#app/lib/return-path.ts'
import { sessionOf, signInClient } from '#app/lib/session.server.ts'
import { enter } from './second-factor.server.ts'

type Context = Readonly<RouterContextProvider>
type Settings = { external?: Record<string, boolean>; passkeys_enabled?: boolean }

// These belong to the auth service itself and are not other services.
const OWN = new Set(['email', 'phone', 'anonymous_users'])

/** Other services that are set up for signing in, by name, and whether passkeys are. */
export async function loadSignInServices(services: AppServices): Promise<{ providers: string[]; passkeys: boolean }> {
	const { url, publishableKey, fetch } = services.supabase
	const answer = await fetch(`${url}/auth/v1/settings`, { headers: keyHeaders(publishableKey) })
	if (!answer.ok) throw new Error(`The settings of the auth service were answered with ${answer.status}`)
	const { external = {}, passkeys_enabled: passkeys = false } = (await answer.json()) as Settings
	const providers = Object.keys(external).filter((name) => external[name] && !OWN.has(name))
	return { providers: providers.sort(), passkeys }
}

/**
 * Leads to another sign-in service, named by `dienst`; with `verbinden` (a page of this site) that service is linked to the signed-in
 * account. This is a link, because browsers block forms that end on another site; so it must come from a click on our own page.
 */
export async function startSignIn(context: Context, request: Request, url: URL): Promise<Response> {
	const services = context.get(servicesContext)
	const back = returnPath(url.searchParams.get('verbinden'), '')
	const { user } = sessionOf(context)
	const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
	if (back && (!user || site !== 'same-origin')) return redirect(paths.login())
	const { auth } = signInClient(context)
	const callback = new URL(paths.signInCallback(), services.siteUrl)
	if (back) callback.searchParams.set('next', back)
	const wish = {
		provider: (url.searchParams.get('dienst') ?? '') as Provider,
		options: { redirectTo: callback.href, skipBrowserRedirect: true },
	}
	// The client only builds the address and does not check whether the service is set up.
	const { providers } = await loadSignInServices(services)
	if (!providers.includes(wish.provider)) return redirect(back || paths.login())
	const { data, error } = await (back ? auth.linkIdentity(wish) : auth.signInWithOAuth(wish))
	if (error || !data.url) return redirect(withError(back || paths.login(), error?.code))
	return redirectAway(data.url)
}

/** Takes the code that another service sent back: it signs the person in or links the service. */
export async function finishSignIn(context: Context, request: Request, url: URL): Promise<Response> {
	const next = returnPath(url.searchParams.get('next'), '')
	const failed = next || paths.login()
	const refused = url.searchParams.get('error_code') ?? url.searchParams.get('error')
	const code = url.searchParams.get('code')
	if (refused || !code) return redirect(withError(failed, refused))
	const { data, error } = await signInClient(context).auth.exchangeCodeForSession(code)
	if (error) return redirect(withError(failed, error.code))
	const target = next
		? withParam(next, 'gespeichert', 'dienst')
		: requestedPath(request.headers.get('cookie'), paths.profile())
	return enter(data.user, target)
}

const withError = (path: string, code: string | null | undefined): string =>
	withParam(path, 'fehler', code ?? 'unexpected')
