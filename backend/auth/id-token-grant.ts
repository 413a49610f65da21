import { z } from 'zod'
import { type Call, readBody } from './call.ts'
import { AuthError, invalid } from './errors.ts'
import { confirmByMail, linkIdentity, resolveIdentity } from './external-identities.ts'
import { requireLinking } from './identities.ts'
import { knownIssuer, type Profile } from './providers/provider.ts'
import { createSession, type SessionJson } from './sessions.ts'

const Body = z.object({
	provider: z.string().nullish(),
	issuer: z.string().nullish(),
	id_token: z.string().nullish(),
	nonce: z.string().nullish(),
	link_identity: z.boolean().nullish(),
})

/** `grant_type=id_token`: signs in, or links an identity, with an ID token that an app got directly from the service. */
export async function idTokenGrant(call: Call): Promise<SessionJson> {
	const body = await readBody(call, Body)
	if (!body.id_token) throw invalid('id_token required')
	const name = body.provider ?? ''
	if (!name && !body.issuer) throw invalid('provider or client_id and issuer required')
	const [provider, service] = findProvider(call, name, body.issuer)
	const linkTo = body.link_identity ? (await requireLinking(call)).user.id : undefined
	let profile: Profile
	try {
		profile = await service(body.id_token, body.nonce ?? undefined)
	} catch (error) {
		if (error instanceof AuthError) throw error
		call.auth.settings.log('error', 'auth: ID token could not be checked', { provider, error: String(error) })
		throw new AuthError(500, 'unexpected_failure', 'ID token could not be checked')
	}
	const { session, confirm } = await call.auth.db.begin(async (db) => {
		if (linkTo) {
			const user = await linkIdentity(call, db, linkTo, provider, profile)
			return { session: await createSession(db, call, user.id, 'oauth', provider) }
		}
		const resolved = await resolveIdentity(call, db, provider, profile)
		if (resolved.confirm) return { confirm: { user: resolved.user, secret: resolved.confirm } }
		return { session: await createSession(db, call, resolved.user.id, 'oauth', provider) }
	})
	if (session) return session
	if (confirm) await confirmByMail(call, confirm.user, confirm.secret)
	const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
	throw new AuthError(422, 'provider_email_needs_verification', message)
}

type Check = (token: string, nonce: string | undefined) => Promise<Profile>

function findProvider(call: Call, name: string, issuer: string | null | undefined): [string, Check] {
	const { providers } = call.auth.options
	const byIssuer = Object.entries(providers).find(([each, { issuer: own }]) => (own ?? knownIssuer(each)) === issuer)
	const wanted = name || (byIssuer?.[0] ?? '')
	const check = call.auth.providers.get(wanted)?.checkIdToken
	if (check) return [wanted, check]
	const shown = issuer || knownIssuer(name) || name
	throw new AuthError(400, 'provider_disabled', `Provider (issuer "${shown}") is not enabled`)
}
