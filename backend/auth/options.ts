import type { CaptchaOptions } from './captcha.ts'
import type { HookOptions } from './hooks.ts'
import type { MailLimits } from './mail-limits.ts'
import type { MetadataBounds } from './metadata.ts'
import type { ProviderOptions } from './providers/provider.ts'

/** Options of the auth service; each defaults to hosted's behaviour. */
export type AuthOptions = {
	/** False refuses all sign-ups; invitations and admin calls still create users. */
	signup?: boolean
	/** True lets visitors sign in without an address. */
	anonymous?: boolean
	/** Sign-up and sign-in by phone; `autoconfirm` trusts numbers without a code. */
	phone?: { enabled?: boolean; autoconfirm?: boolean }
	minPasswordLength?: number
	/** True refuses the passwords that are guessed first. */
	refuseLeakedPasswords?: boolean
	/**
	 * Words that a password must not merely consist of, such as the product's name. With a list, even an empty one, the same
	 * goes for words from the person's own data.
	 */
	refuseOwnWords?: string[]
	/** Limits of `user_metadata`, except for admin calls; without them only the size of a body limits it. */
	userData?: MetadataBounds
	/**
	 * Texts, with their maximum number of characters, that are kept of a sign-up whose `signup_proof` does not match; without this
	 * setting all its data is kept.
	 */
	unprovedData?: Record<string, number>
	/** False accepts PKCE challenges only with S256. */
	plainPkce?: boolean
	/**
	 * Minutes after a sign-in in which the session alone is enough to change the password; later it takes the present password or a
	 * mailed code.
	 */
	freshMinutes?: number
	/**
	 * Days after which sessions end: `timeboxDays` after the sign-in, `inactivityDays` after the last refresh. Without
	 * a number they do not end.
	 */
	sessions?: { timeboxDays?: number; inactivityDays?: number }
	/** How many mails a mailbox can get; without limits, one a minute for each address and purpose. */
	mailLimits?: MailLimits
	/**
	 * True answers a sign-up with a taken address like any other; hosted's answer has an empty list of identities, which
	 * reveals the account.
	 */
	hideAccounts?: boolean
	/** True lets users link and unlink identities themselves. */
	manualLinking?: boolean
	/** Kinds of second factors that users can set up, and the maximum number of factors. */
	mfa?: { totp?: boolean; phone?: boolean; webauthn?: boolean; recoveryCodes?: boolean; maxFactors?: number }
	/** The site that security keys and passkeys belong to; by default the site's own name and origin. */
	webauthn?: { rpId?: string; rpName?: string; origins?: string[] }
	/** True lets users sign in with a passkey alone. */
	passkeys?: boolean
	/** Services that users can sign in with, by name; a name that is not known is an OpenID Connect provider. */
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

/** Fills in the defaults. `origins` are the site's own address and other allowed redirect addresses. */
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
