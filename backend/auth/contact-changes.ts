import { inBackground } from './background.ts'
import type { Call, Db } from './call.ts'
import { type Challenge, startFlow } from './flow-states.ts'
import { type AuthMail, sendMailInBackground } from './mails.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { sendSms } from './phone.ts'
import { safeRedirect } from './redirects.ts'
import type { SmsChannel } from './sms.ts'
import { getUser, isTaken, lockUser, type UserRow } from './users.ts'

/**
 * Makes both tokens of a change of address and mails them, one to the old address and one to the new. An address that already has an
 * account gets no mail and is never confirmed, but the person who asked for the change is not told. `again` sends the mails of a
 * waiting change once more, which anybody can ask for.
 */
export async function sendEmailChange(
	call: Call,
	given: UserRow,
	{ challenge, again = false }: { challenge: Challenge | undefined; again?: boolean },
): Promise<void> {
	const mails = await call.auth.db.begin((db) => prepareEmailChange(call, db, given, { challenge, again }))
	const taken = await isTaken(call.auth.db, { email: given.email_change ?? '' })
	for (const mail of mails) {
		const toOld = mail.to === given.email
		// The caller has already counted the mail to the old address. Addresses that are taken count as well, or the count would
		// reveal them.
		const may = !again || toOld || (await call.auth.limits.mayMail(mail.to, call.network))
		if (may && (!taken || toOld)) sendMailInBackground(call, mail)
	}
}

async function prepareEmailChange(
	call: Call,
	db: Db,
	given: UserRow,
	{ challenge, again }: { challenge: Challenge | undefined; again: boolean },
): Promise<AuthMail[]> {
	await lockUser(db, given.id)
	const waiting = again ? await waitingKinds(db, given.id) : []
	if (challenge) await startFlow(db, given.id, 'email_change', challenge)
	// A mailbox that has confirmed gets no second mail, which it could use to confirm for the other mailbox too.
	if (waiting.length !== 1) await db`update auth.users set email_change_confirm_status = 0 where id = ${given.id}`
	const user = await getUser(db, given.id)
	const targets = [
		{ kind: 'email_change_token_current' as const, email: user.email ?? '' },
		{ kind: 'email_change_token_new' as const, email: user.email_change ?? '' },
	].filter(({ kind, email }) => email !== '' && (waiting.length !== 1 || waiting.includes(kind)))
	const mails: AuthMail[] = []
	const redirectTo = safeRedirect(call.auth.settings, call.url.searchParams.get('redirect_to'))
	for (const { kind, email } of targets) {
		const secret = await createOneTimeToken(call, db, kind, { userId: user.id, sentTo: email, pkce: !!challenge })
		mails.push({ template: 'email_change', to: email, user, secret, verification: 'email_change', redirectTo })
	}
	return mails
}

async function waitingKinds(db: Db, userId: string): Promise<string[]> {
	const rows = await db<{ kind: string }[]>`
		select token_type::text as kind from auth.one_time_tokens
		where user_id = ${userId} and token_type in ('email_change_token_current', 'email_change_token_new')`
	return rows.map(({ kind }) => kind)
}

/** Sends a code for a change of number to the new number, after the answer. The caller has counted the message. */
export async function sendPhoneChange(call: Call, user: UserRow, channel: SmsChannel): Promise<void> {
	const phone = user.phone_change ?? ''
	await inBackground(call, 'change of a phone number', async () => {
		const { code } = await call.auth.db.begin((db) =>
			createOneTimeToken(call, db, 'phone_change_token', { userId: user.id, sentTo: phone }),
		)
		if (await isTaken(call.auth.db, { phone })) return
		await sendSms(call, await getUser(call.auth.db, user.id), { phone, code, channel })
	})
}
