import { data, type RouterContextProvider } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { addressContext, type AppServices, servicesContext } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { clearedLeaseCookie, hashOfLease, leaseCookie, leaseOf, newLeaseKey } from '#app/lib/demo-lease.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { clearedRedirectCookie } from '#app/lib/guard.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect, redirectDocument } from '#app/lib/redirect.ts'
import { liveUser, sessionOf, signInClient } from '#app/lib/session.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import type { DemoReply, DemoState } from './demo.ts'
import { prepareSandbox } from './preparing.server.ts'
import { leaseContract } from './sandbox.contracts.ts'

type Context = Readonly<RouterContextProvider>

/** What /demo says to this visitor. That it is over is said once. */
export async function loadDemo(context: Context, request: Request) {
	const state = await stateOf(context, request)
	const over = state.kind === 'over' && leaseOf(request)
	return data({ state }, over ? { headers: { 'set-cookie': clearedLeaseCookie } } : {})
}

async function stateOf(context: Context, request: Request): Promise<DemoState> {
	const { client, user } = sessionOf(context)
	if (user && isDemoAddress(user.email)) {
		const { data: until } = await client.rpc('sandbox_until')
		if (until) return { kind: 'running', until: formatTime(until, HOME_ZONE), inside: true }
		// Its account goes with the sandbox. This browser leaves it now, and is told so as the visitor that it is.
		if (await liveUser(context)) await signInClient(context).auth.signOut({ scope: 'local' })
		const ended = leaseCookie({ key: leaseOf(request)?.key ?? newLeaseKey(), until: new Date(0) })
		throw redirect(paths.demo(), { headers: { 'set-cookie': ended } })
	}
	if (user) return { kind: 'other', email: user.email }
	if (!context.get(servicesContext).sandboxes) return { kind: 'off' }
	const lease = leaseOf(request)
	if (!lease) return { kind: 'start' }
	if (lease.until <= new Date()) return { kind: 'over' }
	return { kind: 'running', until: formatTime(lease.until, HOME_ZONE), inside: false }
}

/**
 * Starts the demo, begins it anew, or signs out of one's own account first, as the form's `intent` says. Then the whole page is loaded,
 * because somebody else is signed in.
 */
export async function actOnDemo(context: Context, request: Request) {
	const intent = textOf(await readForm(request), 'intent')
	const { user } = sessionOf(context)
	const services = context.get(servicesContext)
	const inside = user !== null && isDemoAddress(user.email)
	if (user && !inside) {
		if (intent !== 'leave') return refused('own_account', 409)
		await signInClient(context).auth.signOut({ scope: 'local' })
		return redirectDocument(paths.demo())
	}
	// Who registers is somebody else; this browser finds back into the demo until it is over.
	if (inside && intent === 'register') {
		await signInClient(context).auth.signOut({ scope: 'local' })
		return redirect(paths.registerCompany())
	}
	if (!services.sandboxes) return refused('none_free', 503)
	const afresh = inside && intent === 'restart'
	if (!(await services.allow(afresh ? 'demoAgain' : 'demo', context.get(addressContext))))
		return refused('rate_limited', 429)
	if (afresh) {
		invariantData(await serverClient(services).rpc('reset_sandbox', { p_user: user.id }))
		await signInClient(context).auth.signOut({ scope: 'local' })
	}
	return enterSandbox(context, leaseOf(request)?.key ?? newLeaseKey(), afresh)
}

const WORDS = {
	own_account: 'Sie sind mit einem eigenen Konto angemeldet. Bitte melden Sie sich zuerst ab.',
	none_free: 'Gerade ist keine Demo frei. Bitte versuchen Sie es in einigen Minuten wieder.',
	rate_limited: errorMessage('rate_limited'),
}

const refused = (why: keyof typeof WORDS, status: number) =>
	data<DemoReply>(
		{ failure: WORDS[why], full: why === 'none_free' },
		{ status, headers: why === 'none_free' ? { 'retry-after': '180' } : {} },
	)

/** Signs the visitor in as the owner of a sandbox: their own again if this browser has one, else a free one. */
async function enterSandbox(context: Context, key: string, afresh: boolean) {
	const services = context.get(servicesContext)
	// Whoever begins anew has just given one back, so there is room for another.
	const lease =
		(await leaseBy(services, key)) ?? (afresh && (await prepareSandbox(services)) ? await leaseBy(services, key) : null)
	if (!lease) return refused('none_free', 503)
	const server = serverClient(services)
	const { data: link, error } = await server.auth.admin.generateLink({ type: 'magiclink', email: lease.email })
	if (error) throw new Error(`${error.code} ${error.message}`, { cause: error })
	const proof = { type: 'magiclink' as const, token_hash: link.properties.hashed_token }
	const entered = await signInClient(context).auth.verifyOtp(proof)
	if (entered.error) throw new Error(`${entered.error.code} ${entered.error.message}`, { cause: entered.error })
	const cookies = [leaseCookie({ key, until: new Date(lease.until) }), clearedRedirectCookie]
	return redirectDocument(adminPaths.dashboard(), {
		headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
	})
}

const leaseBy = async (services: AppServices, key: string) =>
	invariantData(await call(serverClient(services), 'lease_sandbox', leaseContract, { p_key_hash: hashOfLease(key) }))
