import type { CaptchaOptions } from './captcha.ts'
import type { HookOptions } from './hooks.ts'
import type { MailLimits } from './mail-limits.ts'
import type { MetadataBounds } from './metadata.ts'
import type { ProviderOptions } from './providers/provider.ts'

/** Switches of the auth service, each with hosted's default. */
export type AuthOptions = {
	/** False turns all sign-ups away; invitations and the admin calls still make users. */
	signup?: boolean
	/** True lets visitors in without an address. */
	anonymous?: boolean
	/** Sign-up and sign-in by phone; `autoconfirm` trusts numbers without a code. */
	phone?: { enabled?: boolean; autoconfirm?: boolean }
	minPasswordLength?: number
	/** True refuses passwords that every guessing list starts with. */
	refuseLeakedPasswords?: boolean
	/** Words that alone make no password, such as the product's name; with a list, also an empty one, the person's own as well. */
	refuseOwnWords?: string[]
	/** Bounds of `user_metadata`, for all but the admin calls; without them it is as large as a body may be. */
	userData?: MetadataBounds
	/** Texts, and characters of each, that stay of a sign-up whose `signup_proof` does not fit; without them all that it said stays. */
	unprovedData?: Record<string, number>
	/** False takes PKCE challenges by S256 alone. */
	plainPkce?: boolean
	/**
	 * Minutes after a sign-in within which the password may be changed by nothing but the session; later it takes the present password
	 * or a mailed code.
	 */
	freshMinutes?: number
	/** Days after which sessions end: all of them, and those that were not renewed. Without a number they do not. */
	sessions?: { timeboxDays?: number; inactivityDays?: number }
	/** How many mails go to a mailbox; without it one a minute for each address and purpose. */
	mailLimits?: MailLimits
	/** True answers a sign-up with a taken address like any other; hosted leaves the list of identities empty, which tells. */
	hideAccounts?: boolean
	/** True lets users link and unlink identities by themselves. */
	manualLinking?: boolean
	/** Second factors that users may set up, and how many each. */
	mfa?: { totp?: boolean; phone?: boolean; webauthn?: boolean; recoveryCodes?: boolean; maxFactors?: number }
	/** Who asks for security keys and passkeys; without it the site's own name and origin. */
	webauthn?: { rpId?: string; rpName?: string; origins?: string[] }
	/** True lets users sign in with a passkey alone. */
	passkeys?: boolean
	/** Services that users may sign in with, by name; any name but the known ones is an OpenID Connect provider. */
	providers?: Record<string, ProviderOptions>
	captcha?: CaptchaOptions
	hooks?: HookOptions
}

export type ResolvedOptions = {
	signup: boolean
	anonymous: boolean
	phone: { enabled: boolean; autoconfirm: boolean }
	minPasswordLength: number
	refuseLeakedPasswords: boolean
	refuseOwnWords: string[] | undefined
	userData: MetadataBounds | undefined
	unprovedData: Record<string, number> | undefined
	plainPkce: boolean
	freshMinutes: number
	sessions: { timeboxDays?: number; inactivityDays?: number }
	mailLimits: MailLimits | undefined
	hideAccounts: boolean
	manualLinking: boolean
	mfa: { totp: boolean; phone: boolean; webauthn: boolean; recoveryCodes: boolean; maxFactors: number }
	webauthn: { rpId: string; rpName: string; origins: string[] }
	passkeys: boolean
	providers: Record<string, ProviderOptions>
	captcha: CaptchaOptions | undefined
	hooks: HookOptions
}

/** Fills in the defaults. `origins` are the site's own address and the ones that may be returned to. */
export function resolveOptions(given: AuthOptions = {}, siteUrl: string, origins: string[]): ResolvedOptions {
	const site = new URL(siteUrl)
	return {
		signup: given.signup ?? true,
		anonymous: given.anonymous ?? false,
		phone: { enabled: false, autoconfirm: false, ...given.phone },
		minPasswordLength: given.minPasswordLength ?? 6,
		refuseLeakedPasswords: given.refuseLeakedPasswords ?? false,
		refuseOwnWords: given.refuseOwnWords,
		userData: given.userData,
		unprovedData: given.unprovedData,
		plainPkce: given.plainPkce ?? true,
		freshMinutes: given.freshMinutes ?? 24 * 60,
		sessions: given.sessions ?? {},
		mailLimits: given.mailLimits,
		hideAccounts: given.hideAccounts ?? false,
		manualLinking: given.manualLinking ?? false,
		mfa: { totp: true, phone: false, webauthn: false, recoveryCodes: true, maxFactors: 10, ...given.mfa },
		webauthn: { rpId: site.hostname, rpName: site.hostname, origins: [site.origin, ...origins], ...given.webauthn },
		passkeys: given.passkeys ?? given.webauthn !== undefined,
		providers: given.providers ?? {},
		captcha: given.captcha,
		hooks: given.hooks ?? {},
	}
}
