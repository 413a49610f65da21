import type { Metadata } from '../metadata.ts'
import { askService } from '../outgoing.ts'
import { createFacebook } from './facebook.ts'
import { createGithub } from './github.ts'
import { createOidc } from './oidc.ts'

/** The account of this backend at a service that users sign in with. */
export type ProviderOptions = {
	clientId: string
	secret?: string
	/** Further client ids whose ID tokens are accepted, for example those of apps. */
	clientIds?: string[]
	/** OpenID Connect: the issuer. Built in for google and apple. */
	issuer?: string
	/** github and facebook: the address of your own server instead of the public one. */
	url?: string
	/** Scopes requested besides those needed. */
	scopes?: string[]
	/** apple: the key that signs the secret, instead of a secret. */
	apple?: { teamId: string; keyId: string; privateKey: string }
	/** Accepts ID tokens without checking their nonce, which some native kits hide. */
	skipNonceCheck?: boolean
}

/** A person as a service describes them. */
export type Profile = {
	subject: string
	email: string | undefined
	/** Whether the service vouches for the address; only then does it open an existing account with that address. */
	emailVerified: boolean
	/** The data that hosted stores as `identity_data`. */
	data: Metadata
}

/** Secrets of one sign-in that are shared with the service. */
export type FlowSecrets = { state: string; nonce: string; verifier: string }

export type SignedInAt = { profile: Profile; accessToken: string | undefined; refreshToken: string | undefined }

/** A service that users sign in with. */
export type Provider = {
	/** The address that the browser is sent to. */
	authorizeUrl(flow: FlowSecrets, redirectUri: string, asked: URLSearchParams): Promise<string>
	/**
	 * Exchanges the code that the browser came back with. `form` holds the other parameters of the callback. @throws
	 * Error when the service refuses.
	 */
	redeem(code: string, flow: FlowSecrets, redirectUri: string, form: URLSearchParams): Promise<SignedInAt>
	/** Checks an ID token that an app got directly from the service. Services without OpenID Connect have none. */
	checkIdToken?(token: string, nonce: string | undefined): Promise<Profile>
}

/** Parameters that callers must not set, because they would change who gets the answer. */
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

/** Parameters that a caller may pass on to a service, such as `prompt` or `login_hint`. */
export function passedOn(query: URLSearchParams): [string, string][] {
	return [...query].filter(([name]) => !RESERVED.includes(name) && !OWN.includes(name))
}

/** Scopes without repetition: the needed ones, the configured ones and those the caller asks for. */
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

/** A field of a service's answer, if it is a text that is not empty. */
export const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined

export const GOOGLE_ISSUER = 'https://accounts.google.com'
export const APPLE_ISSUER = 'https://appleid.apple.com'

/** Creates the provider for a name; a name that is not known is an OpenID Connect provider with an issuer. */
export function createProvider(name: string, options: ProviderOptions): Provider {
	if (name === 'github') return createGithub(options)
	if (name === 'facebook') return createFacebook(options)
	const issuer = options.issuer ?? knownIssuer(name)
	if (!issuer) throw new Error(`The provider ${name} needs an issuer`)
	return createOidc(name, issuer, options)
}

/** The issuer of well-known providers. */
export function knownIssuer(name: string): string | undefined {
	if (name === 'google') return GOOGLE_ISSUER
	return name === 'apple' ? APPLE_ISSUER : undefined
}
