import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { requireAccount, requireUser } from '#app/lib/session.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { deviceName } from '../device.ts'
import { loadSignInServices } from '../sign-in-services.server.ts'
import { type Factor, type Identity, type Passkey, providerLabel } from './security.ts'

// An account has no location, so the days are those of Germany.
const day = (instant: string | undefined): string => (instant ? formatDate(instant, HOME_ZONE) : '')
const KINDS: Record<string, string> = { totp: 'Authenticator-App', webauthn: 'Sicherheitsschlüssel' }

/** What the security sections show: factors, codes, passkeys, services and devices of the signed-in person; `url` is the page's. */
export async function loadSecurity(context: Readonly<RouterContextProvider>, url: URL) {
	const { client } = requireUser(context)
	const [user, sessions, passkeys, services] = await Promise.all([
		requireAccount(context),
		allRows((from, to) => client.rpc('own_sessions').order('id').range(from, to)),
		client.auth.passkey.list(),
		loadSignInServices(context.get(servicesContext)),
	])
	const factors = (user.factors ?? []).flatMap(
		({ id, factor_type: kind, status, friendly_name, created_at }): Factor[] =>
			status === 'verified' && (kind === 'totp' || kind === 'webauthn')
				? [{ id, kind, name: friendly_name || String(KINDS[kind]), since: day(created_at) }]
				: [],
	)
	const codes = factors.length > 0 ? (await client.auth.mfa.recoveryCodes.getStatus()).data : null
	const linked = (user.identities ?? []).map(({ identity_id: id, provider, identity_data }): Identity => ({
		...{ id, provider, label: providerLabel(provider) },
		email: typeof identity_data?.email === 'string' ? identity_data.email : undefined,
	}))
	const failed = url.searchParams.get('fehler')
	return {
		failure: failed ? errorMessage(failed) : undefined,
		email: user.email ?? '',
		newEmail: user.new_email ?? '',
		factors,
		codesLeft: codes?.remaining ?? null,
		// Absent where the services are set up without passkeys.
		passkeys: passkeys.data?.map(({ id, friendly_name, created_at, last_used_at }): Passkey => ({
			...{ id, name: friendly_name || 'Passkey' },
			...{ since: day(created_at), used: day(last_used_at) },
		})),
		linked,
		linkable: services.providers.filter((provider) => !linked.some((identity) => identity.provider === provider)),
		devices: sessions.map(({ id, seen_at, user_agent, present }) => ({
			...{ id, present, name: deviceName(user_agent) },
			since: `${formatDate(seen_at, HOME_ZONE)}, ${formatTime(seen_at, HOME_ZONE)}`,
		})),
	}
}

export type SecurityData = Awaited<ReturnType<typeof loadSecurity>>
