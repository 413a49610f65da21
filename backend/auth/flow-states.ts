import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Call, Db } from './call.ts'
import { AuthError, invalid } from './errors.ts'
import { tokenHash } from './secrets.ts'

/** The PKCE fields of a body; for the implicit flow the official client sends null. */
export const challengeFields = {
	code_challenge: z.string().nullish(),
	code_challenge_method: z.string().nullish(),
}

export type Challenge = { value: string; method: 's256' | 'plain' }

const FLOW_SECONDS = 300

/** Reads the PKCE challenge from a body. @throws AuthError 400 when half of it is missing or malformed. */
export function readChallenge(
	call: Call,
	body: { code_challenge?: string | null; code_challenge_method?: string | null },
): Challenge | undefined {
	const value = body.code_challenge || undefined
	const method = body.code_challenge_method?.toLowerCase() || undefined
	if (!value && !method) return undefined
	if (!value || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
	const known = method === 's256' || (method === 'plain' && call.auth.options.plainPkce)
	if (!known) throw invalid('Invalid code challenge method')
	if (!/^[A-Za-z0-9._~-]{43,128}$/.test(value)) throw invalid('Code challenge has to be between 43 and 128 characters')
	return { value, method }
}

/** Remembers a challenge until the link of the mail is followed. @returns the flow's id. */
export async function startFlow(db: Db, userId: string, method: string, challenge: Challenge): Promise<string> {
	const id = randomUUID()
	await db`
		insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type,
			authentication_method, created_at, updated_at)
		values (${id}, ${userId}, ${challenge.method}, ${challenge.value}, 'email', ${method}, now(), now())`
	return id
}

/**
 * Gives a waiting flow its code, which the browser takes to `token?grant_type=pkce`. Takes the named flow, otherwise
 * the latest.
 * @throws AuthError 400.
 */
export async function issueAuthCode(
	db: Db,
	{ userId, method, flowId }: { userId: string; method: string; flowId: string | undefined },
): Promise<string> {
	const code = randomUUID()
	const [flow] = await db`
		update auth.flow_state set auth_code = ${tokenHash(code)}, auth_code_issued_at = now(), updated_at = now()
		where id = (
			select id from auth.flow_state
			where user_id = ${userId} and authentication_method = ${method} and auth_code is null
				and id = coalesce(${flowId ?? null}::uuid, id)
			order by created_at desc limit 1
		) returning id`
	if (!flow) throw new AuthError(400, 'flow_state_not_found', 'No associated flow state found.')
	return code
}

/** The user of a code, how they signed in, and the tokens that a service issued. */
export type Redeemed = { userId: string; method: string; provider: string; tokens: Record<string, string> }

/** Creates the code for a finished sign-in at another service, and keeps the tokens that the service issued. */
export async function storeAuthCode(
	db: Db,
	userId: string,
	provider: string,
	challenge: Challenge,
	tokens: { access: string | undefined; refresh: string | undefined },
): Promise<string> {
	const code = randomUUID()
	await db`
		insert into auth.flow_state (id, user_id, auth_code, auth_code_issued_at, code_challenge_method, code_challenge,
			provider_type, authentication_method, provider_access_token, provider_refresh_token, created_at, updated_at)
		values (${randomUUID()}, ${userId}, ${tokenHash(code)}, now(), ${challenge.method}, ${challenge.value}, ${provider},
			'oauth', ${tokens.access ?? null}, ${tokens.refresh ?? null}, now(), now())`
	return code
}

/**
 * Redeems a code, once, for the holder of its verifier.
 * @throws AuthError 404 `flow_state_not_found`, 403 `flow_state_expired`, 400 `bad_code_verifier`.
 */
export async function redeemAuthCode(call: Call, db: Db, code: string, verifier: string): Promise<Redeemed> {
	type Flow = {
		id: string
		user_id: string
		method: string
		provider: string
		access: string | null
		refresh: string | null
		challenge: string
		challenge_method: string
		over: boolean
	}
	const [flow] = await db<Flow[]>`
		select id, user_id, authentication_method as method, provider_type as provider, code_challenge as challenge,
			provider_access_token as access, provider_refresh_token as refresh,
			code_challenge_method as challenge_method,
			auth_code_issued_at < now() - make_interval(secs => ${FLOW_SECONDS}) as over
		from auth.flow_state where auth_code = ${tokenHash(code)} for update`
	if (!flow) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
	if (flow.over) throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
	if (!matches(flow.challenge, flow.challenge_method, verifier)) {
		call.auth.settings.log('warn', 'auth: wrong PKCE code verifier', { address: call.address })
		throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
	}
	await db`delete from auth.flow_state where id = ${flow.id}`
	const { user_id: userId, method, provider, access, refresh } = flow
	const tokens = {
		...(access ? { provider_token: access } : {}),
		...(refresh ? { provider_refresh_token: refresh } : {}),
	}
	return { userId, method, provider, tokens }
}

function matches(challenge: string, method: string, verifier: string): boolean {
	const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
	const shown = method === 's256' ? digest(verifier).toString('base64url') : verifier
	return timingSafeEqual(digest(shown), digest(challenge))
}
