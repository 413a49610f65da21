import type { FormReply } from '#app/lib/form.ts'

/** What a form of the security sections was answered; `form` names which one. */
export type SecurityReply = {
	form: string
	reply?: FormReply
	/** One sentence about what could not be done. */
	failure?: string
	/** An authenticator app that waits for its first code. */
	enrolling?: { factor: string; secret: string; qr: string }
	/** Codes that are shown this once. */
	codes?: string[]
	/** What the browser is to make a key from, or to sign with one; `factor` is the one it belongs to. */
	ceremony?: { kind: 'create' | 'get'; options: unknown; challenge: string; factor?: string }
	/** The code that stands in for the present password was mailed. */
	codeSent?: boolean
}

export type Factor = { id: string; kind: 'totp' | 'webauthn'; name: string; since: string }
export type Passkey = { id: string; name: string; since: string; used: string }

/** A service that one may sign in with: linked (with its id), or one that can be. */
export type Identity = { provider: string; label: string; id?: string; email?: string }

/** Names of sign-in services; any other is called what its settings call it. */
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

/** "abcdefgh12345678" as it is easier to copy by hand: in groups of four. */
export const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The file that keeps the recovery codes. */
export function codesFile(codes: string[], email: string): string {
	const lines = codes.map((code) => grouped(code).replaceAll(' ', '-'))
	const head = `Notfallcodes für Zeitplatz (${email})\r\nJeder Code gilt einmal. Bitte sicher aufbewahren.\r\n\r\n`
	return `data:text/plain;charset=utf-8,${encodeURIComponent(head + lines.join('\r\n'))}`
}
