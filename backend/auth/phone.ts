import type { Call, Db } from './call.ts'
import { AuthError, invalid, phoneDisabled } from './errors.ts'
import { runHook } from './hooks.ts'
import { createOneTimeToken, type TokenKind } from './one-time-tokens.ts'
import type { SmsChannel } from './sms.ts'
import { userJson } from './user-json.ts'
import { getUser, type UserRow } from './users.ts'

/** The number without plus sign and spaces, as hosted stores it. @throws AuthError 400 for anything but E.164. */
export function normalPhone(given: string): string {
	const phone = given.replace(/^\s*\+|\s/g, '')
	if (!/^[1-9]\d{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
	return phone
}

/** @throws AuthError 400 `phone_provider_disabled` unless signing in by phone is on. */
export function requirePhone(call: Call): void {
	if (!call.auth.options.phone.enabled) throw phoneDisabled()
}

/** @throws AuthError 400 for a channel that the sender does not have. */
export function smsChannel(call: Call, given: string | null | undefined): SmsChannel {
	const channel = given || 'sms'
	if (channel !== 'sms' && channel !== 'whatsapp') {
		throw invalid(
			"Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported with some providers",
		)
	}
	if (!call.auth.options.hooks.sendSms && !call.auth.sms?.channels.includes(channel)) {
		throw new AuthError(422, 'sms_send_failed', `Error sending sms: no provider for the channel ${channel} is set up`)
	}
	return channel
}

type CodeRequest = { user: UserRow; phone: string; kind: TokenKind; channel: SmsChannel }

/** Makes a code for a number and sends it; the caller has counted the message. @returns the message's id. */
export async function sendPhoneCode(
	call: Call,
	{ user, phone, kind, channel }: CodeRequest,
): Promise<string | undefined> {
	const { code } = await call.auth.db.begin((db: Db) =>
		createOneTimeToken(call, db, kind, { userId: user.id, sentTo: phone }),
	)
	return sendSms(call, await getUser(call.auth.db, user.id), { phone, code, channel })
}

/** Sends a code through the hook or the sender. @throws AuthError 422 `sms_send_failed`. */
export async function sendSms(
	call: Call,
	user: UserRow,
	{ phone, code, channel }: { phone: string; code: string; channel: SmsChannel },
): Promise<string | undefined> {
	const { options, sms, settings } = call.auth
	if (options.hooks.sendSms) {
		await runHook(call, options.hooks.sendSms, { user: userJson(user), sms: { otp: code, phone } })
		return undefined
	}
	try {
		return await sms?.send({ to: `+${phone}`, text: `Your code is ${code}`, channel })
	} catch (error) {
		settings.log('error', 'auth: text message could not be sent', { error: String(error) })
		throw new AuthError(422, 'sms_send_failed', 'Error sending sms')
	}
}

/** Sends a code without delaying the answer, because the duration would reveal whether the number is known. */
export function sendCodeInBackground(
	call: Call,
	{ user, ...message }: { user: UserRow; phone: string; code: string; channel: SmsChannel },
): void {
	sendSms(call, user, message).catch((error: unknown) => {
		call.auth.settings.log('error', 'auth: text message could not be sent', { error: String(error) })
	})
}
