import type { FormReply } from '#app/lib/form.ts'

/** The answer to a form of the security sections; `form` names the form. */
export type SecurityReply = {
	form: string
	reply?: FormReply
	/** One sentence about what could not be done. */
	failure?: string
	/** An authenticator app that waits for its first code. */
	enrolling?: { factor: string; secret: string; qr: string }
	/** New recovery codes, shown only once. */
	codes?: string[]
	/** The options for the browser to create a key or to sign with one; `factor` is the factor of that key. */
	ceremony?: { kind: 'create' | 'get'; options: unknown; challenge: string; factor?: string }
	/** The code that stands in for the present password was mailed. */
	codeSent?: boolean
}

export type Factor = { id: string; kind: 'totp' | 'webauthn'; name: string; since: string }
export type Passkey = { id: string; name: string; since: string; used: string }

/** A sign-in service; with an `id` it is linked to the account, without one it can be linked. */
export type Identity = { provider: string; label: string; id?: string; email?: string }

/** Names of sign-in services; other services go by the name in the settings. */
const LABELS: Record<string, string> = {
	email: 'E-Mail und Passwort',
	phone: 'Telefon',
	google: 'Google',
	apple: 'Apple',
	github: 'GitHub',
	facebook: 'Facebook',
	oidc: 'Single Sign-on',
}

export const providerLabel = (provider: string): string =>
	LABELS[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)

/** "abcdefgh12345678" in groups of four, which are easier to copy by hand. */
export const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The file that keeps the recovery codes. */
export function codesFile(codes: string[], email: string): string {
	const lines = codes.map((code) => grouped(code).replaceAll(' ', '-'))
	const head = `Notfallcodes für Zeitplatz (${email})\r\nJeder Code gilt einmal. Bitte sicher aufbewahren.\r\n\r\n`
	return `data:text/plain;charset=utf-8,${encodeURIComponent(head + lines.join('\r\n'))}`
}
