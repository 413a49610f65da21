import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { Call } from './call.ts'
import { runHook } from './hooks.ts'
import { BUILT_IN_TEMPLATES, type TemplateName } from './mail-templates.ts'
import type { OneTimeToken } from './secrets.ts'
import { userJson } from './user-json.ts'
import type { UserRow } from './users.ts'

export type AuthMail = {
	template: TemplateName
	to: string
	user: UserRow
	secret: OneTimeToken
	/** The `type` of verification that the link starts. */
	verification: string
	redirectTo: string
}

/** The link that hosted calls ConfirmationURL: it confirms, then redirects to `redirectTo`. */
export function confirmationUrl(call: Call, token: string, verification: string, redirectTo: string): string {
	const query = new URLSearchParams({ token, type: verification, redirect_to: redirectTo })
	return `${call.auth.settings.url}/auth/v1/verify?${query}`
}

/** Fills in the template and sends the mail. @throws what the mailer throws. */
export async function sendMail(call: Call, mail: AuthMail): Promise<void> {
	const { settings, mailer, options } = call.auth
	if (options.hooks.sendEmail) {
		await runHook(call, options.hooks.sendEmail, hookPayload(call, mail))
		return
	}
	const { subject, html } = await loadTemplate(settings.templatesDir, mail.template)
	const values: Record<string, unknown> = {
		ConfirmationURL: confirmationUrl(call, mail.secret.token, mail.verification, mail.redirectTo),
		Token: mail.secret.code,
		TokenHash: mail.secret.token,
		SiteURL: settings.siteUrl,
		RedirectTo: mail.redirectTo,
		Email: mail.user.email ?? mail.to,
		NewEmail: mail.user.email_change ?? '',
		Data: mail.user.raw_user_meta_data ?? {},
	}
	const filled = fill(html, values, escapeHtml)
	await mailer.send({
		to: mail.to,
		subject: fill(subject, values, (text) => text.replace(/[\r\n]+/g, ' ')),
		html: filled,
		text: toText(filled),
	})
}

// In hosted's shape. For a change of address the hook is called once per mailbox, each time with that mailbox's token.
function hookPayload(call: Call, mail: AuthMail): Record<string, unknown> {
	const toNew = mail.template === 'email_change' && mail.to === mail.user.email_change
	return {
		user: { ...userJson(mail.user), ...(toNew ? { email: mail.to } : {}) },
		email_data: {
			token: mail.secret.code,
			token_hash: mail.secret.token,
			redirect_to: mail.redirectTo,
			email_action_type: mail.template === 'reauthentication' ? 'reauthentication' : mail.verification,
			site_url: call.auth.settings.siteUrl,
			token_new: '',
			token_hash_new: '',
		},
	}
}

/**
 * Sends a mail without delaying the answer, because the duration would reveal whether the address is known. A failure
 * is logged; the caller can ask again after a minute.
 */
export function sendMailInBackground(call: Call, mail: AuthMail): void {
	sendMail(call, mail).catch((error: unknown) => {
		call.auth.settings.log('error', 'auth: mail could not be sent', { template: mail.template, error: String(error) })
	})
}

async function loadTemplate(folder: string, name: TemplateName): Promise<{ subject: string; html: string }> {
	const text = await fs.readFile(path.join(folder, `${name}.html`), 'utf8').catch(() => BUILT_IN_TEMPLATES[name])
	const [, subject, html] = /^\s*<!--\s*subject:\s*(.*?)\s*-->\s*([\s\S]*)$/i.exec(text) ?? [undefined, '', text]
	return { subject: subject || 'Mail', html: html ?? '' }
}

function fill(text: string, values: Record<string, unknown>, escape: (text: string) => string): string {
	return text.replace(/\{\{\s*\.(\w+(?:\.\w+)*)\s*\}\}/g, (_match, names: string) => {
		let value: unknown = values
		for (const name of names.split('.')) {
			value = typeof value === 'object' && value && Object.hasOwn(value, name) ? (value as typeof values)[name] : ''
		}
		const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		return escape(plain ? String(value) : '')
	})
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** The plain-text part: links as `text: address`, blocks as lines. */
function toText(html: string): string {
	return html
		.replace(/<(style|head|script)\b[\s\S]*?<\/\1\s*>/gi, '')
		.replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a\s*>/gi, (_match, href: string, label: string) =>
			label.trim() === href ? href : `${label.trim()}: ${href}`,
		)
		.replace(/<(br|\/p|\/h\d|\/div|\/tr|\/li)\b[^>]*>/gi, '\n')
		.replace(/<[^>]+>/g, '')
		.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_match, name: string) => (name === 'nbsp' ? ' ' : unescape(name)))
		.replace(/[ \t]+/g, ' ')
		.replace(/ *\n\s*/g, '\n')
		.trim()
}

const unescape = (name: string): string =>
	Object.entries(ENTITIES).find(([, entity]) => entity === `&${name};`)?.[0] ?? ''
