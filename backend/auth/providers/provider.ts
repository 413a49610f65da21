import type { Metadata } from '../metadata.ts'
import { askService } from '../outgoing.ts'
import { createFacebook } from './facebook.ts'
import { createGithub } from './github.ts'
import { createOidc } from './oidc.ts'

/** How this backend is known to a service that users sign in with. */
export type ProviderOptions = {
	clientId: string
	secret?: string
	/** Further client ids whose ID tokens are taken, for example those of apps. */
	clientIds?: string[]
	/** OpenID Connect: the issuer. Known for google and apple. */
	issuer?: string
	/** github and facebook: the address of your own server in place of the public one. */
	url?: string
	/** Scopes asked for beside those needed. */
	scopes?: string[]
	/** apple: in place of a secret, the key it is signed with. */
	apple?: { teamId: string; keyId: string; privateKey: string }
	/** Takes ID tokens whose nonce was not checked: some native kits hide it. */
	skipNonceCheck?: boolean
}

/** Who somebody is at a service. */
export type Profile = {
	subject: string
	email: string | undefined
	/** Whether the service vouches for the address: only then it may lead to an account that has it. */
	emailVerified: boolean
	/** What hosted keeps as `identity_data`. */
	data: Metadata
}

/** Secrets of one sign-in, towards the service. */
export type FlowSecrets = { state: string; nonce: string; verifier: string }

export type SignedInAt = { profile: Profile; accessToken: string | undefined; refreshToken: string | undefined }

/** A service that users sign in with. */
export type Provider = {
	/** Where the browser is sent to. */
	authorizeUrl(flow: FlowSecrets, redirectUri: string, asked: URLSearchParams): Promise<string>
	/** Exchanges the code the browser came back with. `form` is what came with it. @throws Error when the service refuses. */
	redeem(code: string, flow: FlowSecrets, redirectUri: string, form: URLSearchParams): Promise<SignedInAt>
	/** Checks an ID token that an app got by itself. Services without OpenID Connect have none. */
	checkIdToken?(token: string, nonce: string | undefined): Promise<Profile>
}

/** Parameters that callers must not set themselves: they would change whom the answer is for. */
const RESERVED = [
	'client_id',
	'client_secret',
	'redirect_uri',
	'response_type',
	'state',
	'nonce',
	'code_challenge',
	'code_challenge_method',
]
/** Parameters of our own call. */
const OWN = ['provider', 'redirect_to', 'scopes', 'skip_http_redirect', 'apikey', 'invite_token']

/** What a caller may pass on to a service, such as `prompt` or `login_hint`. */
export function passedOn(query: URLSearchParams): [string, string][] {
	return [...query].filter(([name]) => !RESERVED.includes(name) && !OWN.includes(name))
}

/** Scopes without repetition: those needed, those set up, those the caller asks for. */
export function allScopes(needed: string[], options: ProviderOptions, asked: URLSearchParams): string {
	const wanted = (asked.get('scopes') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
	return [...new Set([...needed, ...(options.scopes ?? []), ...wanted])].join(' ')
}

/** A JSON answer of a service. @throws Error with its status. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
	const headers = new Headers(init.headers)
	headers.set('accept', 'application/json')
	headers.set('user-agent', 'auth')
	const answer = await askService(url, { ...init, headers })
	if (!answer.ok) throw new Error(`${new URL(url).origin} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
	return JSON.parse(answer.text) as Record<string, unknown>
}

/** A field of a service's answer, if it is text that says something. */
export const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined

export const GOOGLE_ISSUER = 'https://accounts.google.com'
export const APPLE_ISSUER = 'https://appleid.apple.com'

/** Makes the service of a name; any name but the known ones is an OpenID Connect provider with an issuer. */
export function createProvider(name: string, options: ProviderOptions): Provider {
	if (name === 'github') return createGithub(options)
	if (name === 'facebook') return createFacebook(options)
	const issuer = options.issuer ?? knownIssuer(name)
	if (!issuer) throw new Error(`The provider ${name} needs an issuer`)
	return createOidc(name, issuer, options)
}

/** The issuer of the providers that everybody knows. */
export function knownIssuer(name: string): string | undefined {
	if (name === 'google') return GOOGLE_ISSUER
	return name === 'apple' ? APPLE_ISSUER : undefined
}
