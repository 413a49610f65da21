import { z } from 'zod'
import { audit } from './audit.ts'
import { type Call, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, emailExists, invalid, phoneExists } from './errors.ts'
import { challengeFields, readChallenge } from './flow-states.ts'
import { sendEmailChange } from './mail-requests.ts'
import { checkStrength, hashPassword, verifyPassword } from './passwords.ts'
import { normalPhone, requirePhone, sendPhoneCode, smsChannel } from './phone.ts'
import { checkReauthentication } from './reauthentication.ts'
import { endSessions, requireSecondFactor, requireUser, type SignedIn } from './sessions.ts'
import { metadataField } from './signup.ts'
import { userJson } from './user-json.ts'
import { changeEmail, changePhone, findUser, getUser, setPassword, updateMetadata, type UserRow } from './users.ts'

const UserBody = z.object({
	email: z.string().nullish(),
	phone: z.string().nullish(),
	password: z.string().nullish(),
	current_password: z.string().nullish(),
	nonce: z.string().nullish(),
	channel: z.string().nullish(),
	data: metadataField,
	app_metadata: metadataField,
	...challengeFields,
})

/** GET /user: the signed-in user. */
export const readUser: Handler = async (call) => {
	const { user } = await requireUser(call)
	return Response.json(userJson(user))
}

/** PUT /user: changes the signed-in user's password, metadata or (after confirmation by mail) address. */
export const updateUser: Handler = async (call) => {
	const signedIn = await requireUser(call)
	const body = await readBody(call, UserBody)
	const { user, session } = signedIn
	const { db, limits } = call.auth
	const challenge = readChallenge(body)
	const email = body.email ? normalEmail(body.email) : undefined
	const newEmail = email !== undefined && email !== user.email ? email : undefined
	if (body.app_metadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
	const newPhone = readNewPhone(call, user, body.phone)
	const channel = newPhone && !call.auth.options.phone.autoconfirm ? smsChannel(call, body.channel) : undefined
	if (body.password && user.is_anonymous && !user.confirmed_at) {
		throw invalid('Updating password of an anonymous user without an email or phone is not allowed')
	}
	const passwordHash = body.password ? await newPasswordHash(call, signedIn, body.password) : undefined
	if (newEmail) {
		requireSecondFactor(signedIn, NEEDS_AAL2)
		if (await findUser(db, { email: newEmail })) throw emailExists()
		await limits.takeMail('email_change', user.email ?? user.id)
	}
	if (newPhone) {
		requireSecondFactor(signedIn, NEEDS_AAL2)
		if (await findUser(db, { phone: newPhone })) throw phoneExists()
	}
	const atOnce = user.is_anonymous && !call.auth.settings.confirmMail

	await db.begin(async (tx) => {
		if (passwordHash !== undefined) {
			await checkReauthentication(call, tx, signedIn, { nonce: body.nonce, currentPassword: body.current_password })
			await setPassword(tx, user.id, passwordHash)
			await endSessions(tx, user.id, { except: session.id })
			await audit(tx, call, 'user_updated_password', user)
		}
		// Locked: changes made at the same time to other keys must not get lost.
		const locked = await findUser(tx, { id: user.id }, { lock: true })
		if (body.data && locked) await updateMetadata(tx, locked, { user: body.data })
		if (newEmail && atOnce) await changeEmail(tx, user.id, newEmail)
		else if (newEmail) await tx`update auth.users set email_change = ${newEmail} where id = ${user.id}`
		if (newPhone && !channel) await changePhone(tx, user.id, newPhone)
		else if (newPhone) await tx`update auth.users set phone_change = ${newPhone} where id = ${user.id}`
		await audit(tx, call, 'user_modified', user)
	})
	if (newEmail && !atOnce) await sendEmailChange(call, await getUser(db, user.id), challenge)
	if (newPhone && channel) await sendPhoneCode(call, { user, phone: newPhone, kind: 'phone_change_token', channel })
	return Response.json(userJson(await getUser(db, user.id)))
}

const NEEDS_AAL2 = 'AAL2 session is required to update email or password when MFA is enabled.'

function readNewPhone(call: Call, user: UserRow, given: string | null | undefined): string | undefined {
	if (!given) return undefined
	requirePhone(call)
	const phone = normalPhone(given)
	return phone === user.phone ? undefined : phone
}

async function newPasswordHash(call: Call, signedIn: SignedIn, password: string): Promise<string> {
	await checkStrength(call, password)
	requireSecondFactor(signedIn, NEEDS_AAL2)
	if (await verifyPassword(password, signedIn.user.encrypted_password)) {
		throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
	}
	return hashPassword(password)
}
